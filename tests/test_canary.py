"""The same site from MkDocs and from its successor: nothing may get lost silently.

Zensical ignores what it does not know without a word, so its pages are compared with
those of MkDocs: which there are, and the links that this project's extensions make.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.problem import ROOT

pytest.importorskip("zensical")


def find_links(html: str) -> list[tuple[str, str]]:
    """Return (address, text) of each glossary link and value link of a page."""
    links = []
    for tag, text in re.findall(r"<a\b([^>]*)>(.*?)</a>", html, re.DOTALL):
        attributes = dict(re.findall(r'([\w-]+)="?([^">\s]*)', tag))
        if attributes.get("class") in ("term", "value"):
            links.append((attributes["href"], re.sub(r"<[^>]+>", "", text)))
    return links


def read_site(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the links of each page by the path of the page."""
    return {
        path.relative_to(folder).as_posix(): find_links(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.html"))
        if not path.is_relative_to(folder / "labs")  # notebooks are a plugin of MkDocs
    }


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """Return the pages of both builders, made from a copy of the sources."""
    copy = tmp_path_factory.mktemp("canary")
    for folder in ("docs", "scripts", "snippets"):
        shutil.copytree(ROOT / folder, copy / folder)
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    (copy / "mkdocs.yml").write_text(config.replace("strict: true", "strict: false"))
    built = {}
    for builder, options in (("mkdocs", ["-d", "site"]), ("zensical", [])):
        command = [sys.executable, "-m", builder, "build", *options]
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        subprocess.run(
            command, cwd=copy, env=environment, check=True, capture_output=True
        )
        (copy / "site").rename(copy / builder)
        built[builder] = read_site(copy / builder)
    return built


def test_both_have_the_same_pages(sites):
    assert list(sites["zensical"]) == list(sites["mkdocs"])
    assert "glossary/index.html" in sites["mkdocs"]


def test_both_have_the_same_links_to_terms_and_values(sites):
    assert any(sites["mkdocs"].values())
    for page, links in sites["mkdocs"].items():
        assert sites["zensical"][page] == links, page
