"""Divide the search index of a built site in two, so that a search starts with less.

    python -m scripts.shards site

The first part keeps the name of the index. It has all titles, the glossary, and of every
other section the first paragraph. The second part has the remaining text by place.
`docs/javascripts/search.js` fetches it afterwards: the first part names it as `rest` in
its `config`. An index without that name is whole, as in a preview.
"""

import argparse
import json
import re
from pathlib import Path

from scripts.glossary import PAGE
from scripts.problem import ContentError, Problem, relative, report

REST = "search_rest.json"
GLOSSARY = PAGE.removesuffix(".md")
PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)


def split(text: str) -> tuple[str, str]:
    """Return the paragraph that a section begins with, and all that follows it.

    A section that begins with a list or a table follows whole.
    """
    first = PARAGRAPH.match(text)
    end = first.end() if first else 0
    return text[:end], text[end:]


def divide(index: dict) -> dict[str, str]:
    """Take what can come later out of the index; return it by place."""
    index["config"]["rest"] = REST
    rest = {}
    for entry in index["docs"]:
        if not entry["location"].startswith(GLOSSARY):
            entry["text"], later = split(entry["text"])
            if later:
                rest[entry["location"]] = later
    return rest


def divide_site(site: Path) -> None:
    """Divide the index in the folder of a site; one that is divided stays as it is.

    Raises ContentError where the folder has no index.
    """
    path = site / "search" / "search_index.json"
    if not path.is_file():
        what, mend = "there is no search index", "build the site into this folder first"
        raise ContentError(Problem(relative(path), 0, what, mend))
    index = json.loads(path.read_text(encoding="utf-8"))
    if "rest" in index["config"]:
        return
    rest = divide(index)
    for file, part in ((path.with_name(REST), rest), (path, index)):
        text = json.dumps(part, separators=(",", ":"))
        file.write_text(text, encoding="utf-8")


def main() -> int:
    """Divide the index of the site named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", type=Path, help="the folder that mkdocs has built")
    try:
        divide_site(parser.parse_args().site)
    except ContentError as error:
        return min(report(error.problems), 1)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
