"""What Lighthouse says of five kinds of page, as on a phone: `make lighthouse`.

Asserted is what does not depend on how fast a machine is. The score of performance and
its times are printed as a benchmark: other work on the machine counts.
"""

import json
import os
import secrets
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.browser.conftest import CHROMIUM, FLAGS, serve

LIGHTHOUSE = Path(__file__).parent / "node_modules" / "lighthouse" / "cli" / "index.js"
NODE = shutil.which("node")
PATHS = ["", "quantization/", "glossary/", "evidence/tuning/", "practice/"]
FLAWLESS = ["accessibility", "best-practices", "seo"]
SHIFT = 0.01  # of the layout while the page loads: nothing moves
BYTES = 120_000  # of all that a page fetches, compressed
TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Return a function that asks Lighthouse about an address and returns its report."""
    if not NODE or not LIGHTHOUSE.exists():
        pytest.skip("Lighthouse is not installed: make lighthouse, with node and npm")
    if not CHROMIUM:
        pytest.skip("no chromium on this machine")

    def ask(address: str) -> dict:
        folder = tmp_path_factory.mktemp("lighthouse")
        flags = f"--chrome-flags=--headless {' '.join(FLAGS)}"
        process = subprocess.Popen(
            [
                NODE,
                LIGHTHOUSE,
                address,
                "--output=json",
                "--quiet",
                flags,
                "--no-enable-error-reporting",
            ],
            env={**os.environ, "CHROME_PATH": CHROMIUM, "TMPDIR": str(folder)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            report, _ = process.communicate(timeout=180)
        except BaseException:
            process.send_signal(signal.SIGINT)  # so it ends its browser, too
            process.communicate()
            raise
        return json.loads(report)

    return ask


def find_faults(report: dict, site: str) -> list[str]:
    """Return what is not as it must be, one line each."""
    faults, audits = [], report["audits"]
    for name in FLAWLESS:
        category = report["categories"][name]
        if category["score"] != 1:
            wrong = [part["id"] for part in category["auditRefs"] if part["weight"]]
            wrong = [id for id in wrong if audits[id]["score"] not in (1, None)]
            faults.append(f"{name} {100 * (category['score'] or 0):.0f}: {wrong}")
    shift = audits["cumulative-layout-shift"]["numericValue"]
    if shift > SHIFT:
        faults.append(f"the layout shifts by {shift:.3f}")
    weight = audits["total-byte-weight"]["numericValue"]
    if weight > BYTES:
        faults.append(f"{weight:.0f} bytes are fetched")
    asked = [item["url"] for item in audits["network-requests"]["details"]["items"]]
    foreign = [url for url in asked if not url.startswith((site, "data:", "blob:"))]
    if foreign:
        faults.append(f"other hosts are asked: {foreign}")
    return faults


def render_speed(path: str, report: dict) -> str:
    """Return the score of performance and what it is made from, as one line."""
    audits = report["audits"]
    parts = [
        f"/{path}: performance {100 * report['categories']['performance']['score']:.0f}"
    ]
    for name in [*TIMES, "speed-index", "cumulative-layout-shift", "total-byte-weight"]:
        value = audits[name]["displayValue"].replace("\N{NO-BREAK SPACE}", " ")
        value = value.removeprefix("Total size was ")
        parts.append(f"{name} {value}")
    return ", ".join(parts)


@pytest.mark.parametrize("path", PATHS)
def test_lighthouse_finds_nothing_to_mend(ask, site, path, capsys):
    report = ask(site + path)
    with capsys.disabled():
        print(f"\n{render_speed(path, report)}")
    assert find_faults(report, site) == []


BAD = """\
<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width"></head>
<body><p>Text</p><img src="picture.png"><!-- {filler} -->
<script src="http://localhost:{port}/foreign.js"></script>
<script>setTimeout(() => {{
  const box = document.createElement("div");
  box.style.height = "400px";
  document.body.prepend(box);
}}, 500)</script></body></html>
"""


def test_lighthouse_tells_what_is_wrong_with_a_bad_page(ask, tmp_path):
    with serve(tmp_path) as site:
        port = site.rpartition(":")[2].strip("/")
        page = BAD.format(port=port, filler=secrets.token_hex(BYTES))
        (tmp_path / "index.html").write_text(page)
        faults = find_faults(ask(site), site)
    told = "\n".join(faults)
    for part in ("document-title", "html-has-lang", "image-alt", "meta-description"):
        assert f"'{part}'" in told
    assert "best-practices " in told  # a missing picture is an error in the console
    assert "the layout shifts by " in told
    assert " bytes are fetched" in told
    assert "other hosts are asked: ['http://localhost" in told
    assert len(faults) == len(FLAWLESS) + 3  # one line each
