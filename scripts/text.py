"""What a program printed, made comparable: normalized lines, and `about` numbers.

Each rule has a name and a reason. Output on stdout is compared exactly as printed, but for
what a terminal does to carriage returns; stderr and warnings carry paths and line numbers
of other people's files, and only those are rewritten.
"""

import re

NUMBER = r"[-+]?\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?"
# A unit of time or rate: such a number belongs to one moment of one machine.
UNIT = r"\s*(?:(?:ns|us|µs|ms|s|min|h)\b|/s\b|\w+/s\b|times as (?:fast|long)\b)"
ABOUT = re.compile(rf"\babout {NUMBER}")
ABOUT_TIME = re.compile(rf"\babout {NUMBER}(?={UNIT})")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")

RULES = (
    # (name, pattern, replacement): why
    # torch's logger puts date, process and line before the text.
    ("log prefix", r"(?m)^([A-Z])\d{4} [\d:.]+ \d+ (\S+?):\d+\] ", r"\1 \2] "),
    # With a CPU build of torch, torchao tells that its CUDA parts do not load: they are
    # of no use here, and with a CUDA build it says nothing.
    ("torchao's CUDA parts", r"(?m)^Failed to load \S*/torchao/_C\w*\.\S+: .*\n?", ""),
    # "(Triggered internally at /pytorch/...:123.)" names torch's own source.
    ("internal source", r" ?\(Triggered internally at [^)]*\)", ""),
    # Where packages, the project and the run's directory lie differs by machine.
    (
        "directory",
        r"(?:/[^\s/:\"']+)+/(?=(?:site-packages|snippets)/|snippet-\w+\b)",
        "",
    ),
    ("run directory", r"\bsnippet-\w{8}\b", "snippet-directory"),
    # Line numbers of other people's files move with each release.
    ("line number", r"(?<=\.py):\d+|(?<=\.py\", line )\d+", ""),
)


def read_stdout(text: str) -> list[str]:
    """Return the lines as a terminal shows them: a carriage return begins a line anew."""
    lines = text.replace("\r\n", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.rstrip("\r").rpartition("\r")[2] for line in lines]


def normalize(text: str) -> str:
    """Apply the rules for stderr and warnings."""
    for _, pattern, replacement in RULES:
        text = re.sub(pattern, replacement, text)
    return text.strip()


def mask(line: str, same_machine: bool) -> str:
    """Replace what is not compared by `#`.

    On a machine with the record's fingerprint these are the `about` numbers with a unit of
    time or rate; on another one every `about` number: there its `assert` holds it.
    """
    pattern = ABOUT_TIME if same_machine else ABOUT
    return pattern.sub("about #", line)


def differ(one: str, other: str) -> bool:
    """Tell whether two versions printed another value.

    `about` numbers belong to a machine and its moment: they are shown, not compared.
    """
    return mask(one, same_machine=False) != mask(other, same_machine=False)


def keep_volatile(recorded: list[str], printed: list[str]) -> list[str]:
    """Return the printed lines, with the recorded one where only its times have moved."""
    old = {mask(line, same_machine=True): line for line in recorded}
    return [old.get(mask(line, same_machine=True), line) for line in printed]
