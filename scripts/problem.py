"""What a check found, said in a way that its reader can act on."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The one command that accepts a change. Every message that needs it uses this constant.
ACCEPT = "python -m scripts.generate"


@dataclass(frozen=True)
class Problem:
    """One fault: where it is, what is wrong, how to mend it.

    `path` is relative to the repository; `line` counts from 1 (0: the whole file).
    `detail` holds further lines, for example a difference; they are printed indented.
    `drift` tells a recorded output that is no longer true from a fault in the content.
    """

    path: str
    line: int
    what: str
    mend: str
    detail: tuple[str, ...] = ()
    drift: bool = False

    def render(self) -> str:
        """Return `path:line: what; mend`, and the details below it."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        head = f"{place}: {self.what}; {self.mend}"
        return "\n".join([head, *(f"    {line}" for line in self.detail)])

    def render_annotation(self) -> str:
        """Return the workflow command that shows the problem on its line on GitHub."""
        text = "\n".join([f"{self.what}; {self.mend}", *self.detail])
        for plain, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
            text = text.replace(plain, escaped)
        return f"::error file={self.path},line={max(self.line, 1)}::{text}"


class ContentError(Exception):
    """A fault in the content that leaves nothing to go on with."""

    def __init__(self, *problems: Problem):
        super().__init__("\n".join(problem.render() for problem in problems))
        self.problems = problems


def relative(path: Path) -> str:
    """Return the path as messages show it: relative to the repository if it is in it."""
    path = path.resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def report(problems: Iterable[Problem]) -> int:
    """Print each problem once, with annotations on GitHub Actions; return how many."""
    unique = list(dict.fromkeys(problems))
    for problem in unique:
        print(problem.render())
        if os.environ.get("GITHUB_ACTIONS") == "true":
            print(problem.render_annotation())
    return len(unique)
