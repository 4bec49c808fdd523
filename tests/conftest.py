"""Scratch projects: a copy of the engine with pages and snippets of a test's own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"


class Scratch:
    """A project in a temporary folder, used as its users do: by command.

    It has the engine as it is, but for the libraries that the fork server imports first:
    what is tested here needs no torch, and a run takes a fraction of a second.
    """

    def __init__(self, root: Path):
        self.root = root
        shutil.copytree(
            ROOT / "scripts",
            root / "scripts",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        for name in ("conftest.py", "pyproject.toml"):
            shutil.copy(ROOT / name, root / name)
        child = root / "scripts" / "child.py"
        source = child.read_text()
        plain = source.replace(
            'PRELOAD = ("torch", "torch._dynamo", "torchao", "torchao.quantization")',
            "PRELOAD = ()",
        )
        assert plain != source
        child.write_text(plain)
        self.write("snippets/__init__.py", '"""Programs."""\n')
        self.write(
            "docs/evidence/pruning.md",
            "# Evidence\n\n<!-- evidence: pruning -->\n<!-- /evidence -->\n",
        )

    def write(self, path: str, text: str) -> Path:
        """Write a file of the project, byte for byte."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def read(self, path: str) -> str:
        """Return a file's text, byte for byte."""
        return (self.root / path).read_bytes().decode()

    def snippet(self, name: str, program: str, title: str = "What it shows") -> Path:
        """Write a snippet: its title and the program below it."""
        return self.write(f"snippets/{name}.py", f'"""{title}"""\n\n{program}')

    def page(self, name: str, *snippets: str, prose: str = "") -> Path:
        """Write a page that shows the snippets, in blocks that are still empty."""
        blocks = "\n".join(
            f"<!-- snippet: {s} -->\n<!-- /snippet -->\n" for s in snippets
        )
        return self.write(f"docs/{name}", f"# A page\n\n{prose}\n\n{blocks}")

    def column(self, version: str, day: str, **values: str) -> None:
        """Store the values of `pruning/a` on another version of PyTorch."""
        column = {
            "versions": {"torch": version, "python": "3.11.7"},
            "cpu": "a CPU",
            "date": day,
            "values": {f"pruning-a-{label}": text for label, text in values.items()},
        }
        self.write(f"docs/data/versions/{version}.json", json.dumps(column))

    def date(self, snippet: str, version: str, day: str) -> None:
        """Let a record be of that day and that version of PyTorch."""
        record = json.loads(self.read(f"snippets/{snippet}.json"))
        record |= {"date": day, "versions": {"torch": version, "python": "3.11.7"}}
        self.write(f"snippets/{snippet}.json", json.dumps(record))

    def command(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
        """Run `python -m ...` in the project."""
        environment = {k: v for k, v in os.environ.items() if k != "GITHUB_ACTIONS"}
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=self.root,
            env={**environment, "COLUMNS": "200", **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )

    def generate(self, *arguments: str, status: int = 0, **variables: str) -> str:
        """Run the generator, expect its exit status, return what it printed."""
        done = self.command("scripts.generate", *arguments, **variables)
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def doctest(self, *paths: str, status: int = 0, **variables: str) -> str:
        """Run the doc-test, expect its exit status, return what it printed."""
        done = self.command(
            "pytest", "--markdown-docs", "-q", *(paths or ("docs",)), **variables
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def scratch(tmp_path) -> Scratch:
    """An empty project."""
    return Scratch(tmp_path)
