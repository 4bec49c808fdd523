"""A snippet: one plain program under `snippets/`, and what it declares about itself."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scripts.problem import ROOT, ContentError, Problem, relative

SNIPPETS = ROOT / "snippets"
SECONDS = 20  # time limit of a snippet that declares none
BLOCK = re.compile(r"(?m)^# /// script$\s(?P<body>(^#(| .*)$\s)+)^# ///$")  # PEP 723
KEYS = {"needs": list, "raises": str, "warns": list, "seconds": int, "alone": bool}


@dataclass(frozen=True)
class Snippet:
    """A program and its intents.

    `name` is the path below `snippets/` without the ending: `quantization/dynamic_int8`.
    `raises` is `Type: fragment of the message` ("" where the program must not raise), each
    of `warns` is `Category: fragment`; `needs` names optional environments; `alone` tells
    that it settles something that only a fresh process can, so that no notebook holds it.
    """

    name: str
    path: Path
    source: str
    title: str
    needs: tuple[str, ...] = ()
    raises: str = ""
    warns: tuple[str, ...] = field(default=())
    seconds: int = SECONDS
    alone: bool = False

    @property
    def chapter(self) -> str:
        """The folder of the snippet."""
        return self.name.split("/")[0]

    @property
    def record_path(self) -> Path:
        """Where its record lies."""
        return self.path.with_suffix(".json")


def read_intents(source: str, path: str) -> dict:
    """Return the `[tool.snippet]` table of the PEP 723 block, {} where there is none.

    Raises ContentError, with the line of the block, for a table that is not valid.
    """
    match = BLOCK.search(source)
    if not match:
        return {}
    line = source[: match.start()].count("\n") + 1
    body = "\n".join(text[2:] for text in match["body"].splitlines())
    try:
        intents = tomllib.loads(body).get("tool", {}).get("snippet", {})
    except tomllib.TOMLDecodeError as error:
        raise ContentError(
            Problem(path, line, f"the script block is not TOML: {error}", "correct it")
        ) from None
    for key, value in intents.items():
        if not isinstance(value, KEYS.get(key, ())):
            known = ", ".join(f"{key} ({kind.__name__})" for key, kind in KEYS.items())
            raise ContentError(
                Problem(
                    path,
                    line,
                    f"[tool.snippet] has {key} = {value!r}",
                    f"known are {known}",
                )
            )
    return intents


def read_snippet(path: Path, source: str | None = None) -> Snippet:
    """Parse one program; `source` replaces the text of the file (a page's copy of it).

    Raises ContentError for a file that is not Python or has no title.
    """
    place = relative(path)
    try:
        source = path.read_text("utf-8") if source is None else source
        title = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0].strip()
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = getattr(error, "msg", None) or str(error)
        raise ContentError(
            Problem(
                place, line, f"not a Python program: {reason}", "correct the program"
            )
        ) from None
    if not title:
        raise ContentError(
            Problem(
                place,
                1,
                "no title",
                "begin with a docstring whose first line says what it shows",
            )
        )
    intents = read_intents(source, place)
    return Snippet(
        name=path.relative_to(SNIPPETS).with_suffix("").as_posix(),
        path=path,
        source=source,
        title=title.rstrip("."),
        needs=tuple(intents.get("needs", ())),
        raises=intents.get("raises", ""),
        warns=tuple(intents.get("warns", ())),
        seconds=intents.get("seconds", SECONDS),
        alone=intents.get("alone", False),
    )


def find_programs() -> Iterator[Path]:
    """Yield the path of every program, chapter by chapter, in the order of their names."""
    for path in sorted(SNIPPETS.glob("*/*.py")):
        if path.name != "__init__.py":
            yield path
