"""Registers the doc-test runner with pytest; it must stand above docs/ and tests/."""

pytest_plugins = ["scripts.pagetest"]
