"""The preview renders only what changed, and shows the same site and the same mistakes."""

import logging

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.structure.pages import Page

from scripts import preview
from scripts.preview import keep_rendered

CONFIG = """\
site_name: A
strict: true
validation: {links: {anchors: warn}}
markdown_extensions:
  - toc
  - scripts.glossary: {source: GLOSSARY}
"""


class Site:
    """A site of two pages and the glossary in a folder, built as the preview builds it."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "docs").mkdir()
        self.rendered = []
        self.config = CONFIG.replace("GLOSSARY", str(folder / "docs/glossary.md"))
        (folder / "mkdocs.yml").write_text(self.config)
        self.write("index.md", "# Start\n\n[Part](other.md#part)\n")
        self.write("glossary.md", "# Glossary\n\n## Pruning\n")
        self.write("other.md", "# Other\n\nText about pruning.\n\n## Part\n")

    def write(self, name, text):
        (self.folder / "docs" / name).write_text(text)

    def build(self, name="site"):
        """Build, and return what was rendered for it and all files of the site."""
        self.rendered.clear()
        config = str(self.folder / "mkdocs.yml")
        folder = self.folder / name
        build(load_config(config_file=config, site_dir=str(folder)))
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.name != "sitemap.xml.gz"
        }
        return self.rendered[:], files


@pytest.fixture
def site(tmp_path, monkeypatch):
    site = Site(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # the same in each site
    monkeypatch.setattr(preview, "SOURCE", tmp_path / "docs" / "glossary.md")
    render = Page.render

    def count(page, config, files):
        site.rendered.append(page.file.src_uri)
        render(page, config, files)

    monkeypatch.setattr(Page, "render", keep_rendered(count))
    return site


def test_only_the_changed_page_is_rendered_and_the_site_is_the_same(site, monkeypatch):
    assert site.build()[0] == ["index.md", "glossary.md", "other.md"]
    assert site.build()[0] == []
    site.write("other.md", "# Another\n\nOther text about pruning.\n\n## Part\n")
    rendered, shown = site.build()
    assert rendered == ["other.md"]
    monkeypatch.setattr(Page, "render", keep_rendered(Page.render))
    assert "Another" in shown["index.html"].decode()  # the navigation of a kept page
    assert site.build("whole")[1] == shown


def test_front_matter_and_what_stands_elsewhere_count(site):
    site.build()
    site.write("other.md", "---\nglossary: false\n---\n" + "# Other\n\n## Part\n")
    assert site.build()[0] == ["other.md"]
    site.write("glossary.md", "# Glossary\n\n## Pruning\n\nMore.\n")
    assert site.build()[0] == ["index.md", "glossary.md", "other.md"]
    site.write("third.md", "# Third\n")
    assert site.build()[0] == ["index.md", "glossary.md", "other.md", "third.md"]
    (site.folder / "mkdocs.yml").write_text(site.config + "site_author: B\n")
    assert site.build()[0] == ["index.md", "glossary.md", "other.md", "third.md"]


def test_an_anchor_that_a_kept_page_links_to_is_missed(site, caplog):
    site.build()
    site.write("other.md", "# Other\n\n## Section\n")
    with pytest.raises(Abort, match="1 warning"):
        site.build()
    assert "does not contain an anchor '#part'" in caplog.text
    site.write("other.md", "# Other\n\n## Part\n")
    site.build()


def test_a_broken_link_is_told_each_time(site, caplog):
    caplog.set_level(logging.WARNING)
    site.write("other.md", "# Other\n\n[Lost](lost.md)\n\n## Part\n")
    for _ in range(2):
        caplog.clear()
        with pytest.raises(Abort, match="1 warning"):
            site.build()
        assert "lost.md" in caplog.text
