"""Value links on the site: their tooltip is the record's own provenance."""

import markdown

from scripts.project import evidence_of, read_project
from scripts.render import render_versions

EXTENSIONS = ["scripts.provenance"]


def test_a_value_link_has_its_provenance():
    project = read_project()
    value = next(project.values())
    record = project.records[value.snippet]
    for up in ("", "../"):
        html = markdown.markdown(
            f"It is [{value.text}]({up}{evidence_of(value.snippet)}#{value.id}).",
            extensions=EXTENSIONS,
        )
        assert 'class="value' in html
        assert f"Measured by snippets/{value.snippet}.py" in html
        assert render_versions(record.versions) in html
        assert record.date in html


def test_a_number_and_its_unit_stay_on_one_line():
    value = next(read_project().values())
    link = f"]({evidence_of(value.snippet)}#{value.id})"
    html = markdown.markdown(f"[24.0 %{link} [{'a ' * 20}{link}", extensions=EXTENSIONS)
    assert html.count('class="value short"') == 1
    assert html.count('class="value"') == 1


def test_other_links_stay_as_they_are():
    text = (
        "[a](evidence/pruning.md#no-such-value) [b](other.md#x)"
        " [c](https://example.org/evidence/pruning.md#x) [d](evidence/index.md)"
    )
    assert "title" not in markdown.markdown(text, extensions=EXTENSIONS)
