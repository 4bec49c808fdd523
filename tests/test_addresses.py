"""Links that depend on where the site and its repository are: right with them, none without."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from scripts.problem import ROOT

SITE = "https://example.org/p/"
REPOSITORY = "https://github.com/example/p"
EDIT = "edit/main/docs/"
KEPT = ("index.md", "pruning", "labs/pruning.ipynb", "changes.xml", "assets/social.png")
FRAME = ("overrides", "stylesheets", "javascripts")
OURS = re.compile(r'(?:href|content)="([^"]*)"')


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """Return a function that builds three kinds of page and returns the site's folder."""
    copy = tmp_path_factory.mktemp("addresses")
    shutil.copytree(ROOT / "scripts", copy / "scripts")
    shutil.copytree(ROOT / "snippets", copy / "snippets")
    for name in (*KEPT, *FRAME):
        source, target = ROOT / "docs" / name, copy / "docs" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    shutil.copy(ROOT / "docs" / "glossary.md", copy / "docs")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    config = re.sub(
        r"(?ms)^nav:\n.*?\n(?=\S)", "", config
    )  # of pages that are not here
    (copy / "mkdocs.yml").write_text(config.replace("strict: true", "strict: false"))

    def build(name, **variables):
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", name]
        empty = {"SITE_URL": "", "REPO_URL": "", "EDIT_URI": "", "OFFLINE": "false"}
        environment = {**os.environ, **empty, **variables, "PYTHONPATH": str(copy)}
        subprocess.run(
            command, cwd=copy, env=environment, check=True, capture_output=True
        )
        return copy / name

    return build


@pytest.fixture(scope="module")
def addressed(build):
    return build("addressed", SITE_URL=SITE, REPO_URL=REPOSITORY, EDIT_URI=EDIT)


@pytest.fixture(scope="module")
def plain(build):
    return build("plain")


def find_addresses(folder, page):
    """Return the addresses of links and of what machines read on a page."""
    return OURS.findall((folder / page).read_text("utf-8"))


@pytest.mark.parametrize(
    ("page", "place", "source"),
    [
        ("index.html", "", "index.md"),
        ("pruning/accuracy/index.html", "pruning/accuracy/", "pruning/accuracy.md"),
        ("labs/pruning/index.html", "labs/pruning/", "labs/pruning.ipynb"),
    ],
)
def test_each_page_names_its_place_and_its_source(addressed, page, place, source):
    found = find_addresses(addressed, page)
    for address in (
        f"{SITE}{place}",  # canonical
        f"{SITE}assets/social.png",
        REPOSITORY,
        f"{REPOSITORY}/raw/main/docs/{source}",
        f"{REPOSITORY}/issues/new?title=Wrong+number+on+"
        + (place or "the%20start%20page"),
    ):
        assert address in found
    # A lab is generated: nobody is sent to edit it.
    assert (f"{REPOSITORY}/{EDIT}{source}" in found) != source.endswith(".ipynb")
    assert "" not in found
    sitemap = (addressed / "sitemap.xml").read_text("utf-8")
    assert f"<loc>{SITE}{place}</loc>" in sitemap
    assert (addressed / "assets" / "social.png").exists()


def test_the_page_of_a_wrong_address_names_no_place(addressed):
    html = (addressed / "404.html").read_text("utf-8")
    assert "og:url" not in html
    assert 'href="/p/changes.xml"' in html


def test_a_lab_can_be_fetched_and_opened_elsewhere(addressed):
    found = find_addresses(addressed, "labs/pruning/index.html")
    assert "pruning.ipynb" in found
    colab = "https://colab.research.google.com/github/example/p/blob/main"
    assert f"{colab}/docs/labs/pruning.ipynb" in found


def test_without_addresses_no_link_needs_one(plain):
    for page in ("index.html", "labs/pruning/index.html", "404.html"):
        found = find_addresses(plain, page)
        assert "" not in found
        here = [address for address in found if address.startswith("http")]
        assert not [a for a in here if re.search("example|colab|issues|/edit/", a)]
        assert 'class="mend"' not in (plain / page).read_text("utf-8")
    assert "og:image" not in (plain / "index.html").read_text("utf-8")


@pytest.mark.parametrize("offline", ["false", "true"])
def test_a_lab_can_be_fetched_without_an_address(build, offline):
    folder = build(f"offline-{offline}", OFFLINE=offline)
    page = folder / (
        "labs/pruning.html" if offline == "true" else "labs/pruning/index.html"
    )
    assert '<a href="pruning.ipynb" download>' in page.read_text("utf-8")
    source = ROOT / "docs" / "labs" / "pruning.ipynb"
    assert (page.parent / "pruning.ipynb").read_bytes() == source.read_bytes()


def test_another_host_of_repositories_has_no_colab(build):
    host = "https://git.example.org/p"
    folder = build("host", SITE_URL=SITE, REPO_URL=host, EDIT_URI=EDIT)
    found = find_addresses(folder, "labs/pruning/index.html")
    assert "pruning.ipynb" in found
    assert not [address for address in found if "colab" in address]
