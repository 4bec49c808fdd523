"""The site while it is being written: `mkdocs serve --strict`, but for waiting.

    python -m scripts.preview [--dev-addr 127.0.0.1:8000]

MkDocs renders every page after every change. Here a page that is made from the same as
before keeps what was rendered; navigation, templates, search and links are made anew,
so what is shown is what `mkdocs build` makes. Notebooks are kept by their plugin.
"""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import mkdocs.__main__
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from scripts.glossary import SOURCE
from scripts.snippet import SNIPPETS

# What rendering leaves in a page, but for its links: they lead to the files of one build.
RENDERED = ("content", "toc", "_title_from_render", "present_anchor_ids")


def find_surroundings(config: MkDocsConfig, files: Files) -> tuple:
    """Return what is the same as long as no page changes by a change elsewhere.

    That is which files there are, and what the extensions of this project read.
    """
    read = [Path(config.config_file_path), SOURCE, *sorted(SNIPPETS.glob("*/*.json"))]
    times = [(path, path.stat().st_mtime_ns) for path in read]
    return (*times, *files.src_uris)


def keep_rendered(render: Callable) -> Callable:
    """Return `Page.render`, which does its work only for a page that changed."""
    kept: dict[str, tuple[tuple, dict, dict]] = {}
    surroundings: tuple[Files | None, tuple] = (None, ())

    def render_changed(page: Page, config: MkDocsConfig, files: Files) -> None:
        nonlocal surroundings
        if files is not surroundings[0]:  # once a build
            surroundings = (files, find_surroundings(config, files))
        source = (page.markdown, repr(page.meta), surroundings[1])
        before, rendered, links = kept.get(page.file.src_uri, ((), {}, {}))
        if before == source:
            vars(page).update(rendered)
            page.links_to_anchors = {files.src_uris[uri]: links[uri] for uri in links}
            return
        warnings = CountHandler(level=logging.WARNING)
        logging.getLogger("mkdocs").addHandler(warnings)
        try:
            render(page, config, files)
        finally:
            logging.getLogger("mkdocs").removeHandler(warnings)
        if not warnings.get_counts():  # what is wrong is told each time
            rendered = {name: getattr(page, name) for name in RENDERED}
            links = {file.src_uri: at for file, at in page.links_to_anchors.items()}
            kept[page.file.src_uri] = (source, rendered, links)

    return render_changed


def main(arguments: list[str]) -> None:
    """Serve the site until it is interrupted."""
    os.environ["PREVIEW"] = "true"
    Page.render = keep_rendered(Page.render)
    mkdocs.__main__.cli(["serve", "--strict", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
