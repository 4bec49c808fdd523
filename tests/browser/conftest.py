"""A built site, served on this machine, and a real browser that reads it.

Needs Debian's Chromium and, from PyPI, playwright and axe-playwright-python; without
them the tests of this folder are skipped. SITE_DIR names a site that is built already.
"""

import contextlib
import functools
import gzip
import io
import os
import shutil
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# The browser asks nobody for updates, suggestions or safe names.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TEXT = {".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".ipynb"}


class Host(SimpleHTTPRequestHandler):
    """Serves files as the host of a site does: text compressed. Writes no line for each."""

    def send_head(self):
        path = Path(self.translate_path(self.path))
        if self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        takes_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if not takes_gzip or path.suffix not in TEXT or not path.is_file():
            return super().send_head()
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def serve(folder):
    """Serve a folder on this machine for as long as the block runs; give its address."""
    handler = functools.partial(Host, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Return the address of the site."""
    folder = os.environ.get("SITE_DIR")
    if not folder:
        folder = tmp_path_factory.mktemp("site")
        for step in (["mkdocs", "build", "--strict", "-d"], ["scripts.shards"]):
            command = [sys.executable, "-m", *step, folder]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with serve(folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """Return the browser: one for all tests, each test opens its own windows."""
    api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no chromium on this machine")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, site):
    """Return a function that opens a page; at the end nothing may have gone wrong.

    Whatever a page does, it asks no other host and writes no error to the console.
    """
    faults = []
    contexts = []

    def open_page(path="", **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on(
            "console",
            lambda message: (
                faults.append(f"console: {message.text}")
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((site, "data:", "blob:"))
                else faults.append(f"foreign request: {request.url}")
            ),
        )
        page.goto(site + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
