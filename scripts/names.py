"""API names in the prose: each must exist, and each that is said to be gone must be gone.

A page that tells of a removed name lists it in its front matter: `gone: [torchao.x.Y]`.
"""

import json
import re
from collections.abc import Iterator

from scripts.page import Page, find_tokens, read_front_matter
from scripts.problem import ROOT, Problem
from scripts.runner import Runner
from scripts.snippet import Snippet

LIBRARIES = ("torch", "torchao", "sklearn", "optuna", "hyperopt")
NAME = re.compile(rf"(?:{'|'.join(LIBRARIES)})(?:\.\w+)+")

PROGRAM = """
import importlib, json, warnings
warnings.simplefilter("ignore")


def exists(name):
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:size]))
        except ImportError:
            continue
        for part in parts[size:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


print(json.dumps({{name: exists(name) for name in {names!r}}}))
"""


def find_names(page: Page) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for each code span of the prose that begins with one."""
    for token in find_tokens(page):
        line = (token.map[0] if token.map else 0) + 1
        for part in token.children or []:
            if part.type in ("softbreak", "hardbreak"):
                line += 1
            match = NAME.match(part.content) if part.type == "code_inline" else None
            if match:
                yield line, match[0]


def check_names(pages: list[Page], runner: Runner) -> Iterator[Problem]:
    """Yield a problem for each name that is not, or that is and was said to be gone."""
    found = {page: list(find_names(page)) for page in pages}
    gone = {page: set(read_front_matter(page).get("gone", [])) for page in pages}
    names = sorted(
        {name for uses in found.values() for _, name in uses}
        | set().union(*gone.values())
    )
    source = PROGRAM.format(names=names)
    path = ROOT / "snippets" / "names.py"
    outcome = runner.run(
        Snippet("names", path, source, "Which names exist", seconds=60)
    )
    exist = json.loads(outcome.stdout)
    for page in pages:
        for line, name in found[page]:
            if not exist[name] and name not in gone[page]:
                what = f"`{name}` does not exist in the installed version"
                mend = "name what took its place, or list it under `gone:` in the front matter"
                yield Problem(page.place, line, what, mend, drift=True)
        for name in sorted(gone[page]):
            if exist[name]:
                what = f"`{name}` is listed under `gone:` and exists"
                yield Problem(page.place, 1, what, "take it off the list", drift=True)
