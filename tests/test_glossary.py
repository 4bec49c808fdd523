"""The glossary: its entries, and the links that pages get to them."""

import re

import pytest
from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from scripts.glossary import SOURCE, GlossaryExtension, Index, check_terms, read_terms

ENTRIES = """\
---
search_only: [scale]
---

# Glossary

## AMP <small>automatic mixed precision</small>

Running most operations in two bytes. Weights stay in float32.

## Latency

Time from request to answer.

## Pruning

Setting weights to zero, see [the chapter](pruning/index.md). More.

## `quantize_` <small>torchao.quantization.quantize_</small>

Replaces weights in place. It returns `None`.

## Scale

A step.

## `weight_orig`

The full weight.
"""

EXTENSIONS = [
    "admonition",
    "attr_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.arithmatex",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
    "pymdownx.tabbed",
]


@pytest.fixture
def convert(tmp_path):
    """Return a function that renders Markdown with the entries above."""
    source = tmp_path / "glossary.md"
    source.write_text(ENTRIES)

    def convert(text: str, prepare=lambda md: None) -> str:
        extension = GlossaryExtension(source=str(source))
        md = Markdown(extensions=[*EXTENSIONS, extension])
        prepare(md)
        return md.convert(text)

    return convert


def find_links(html: str) -> list[str]:
    """Return the text of each link to the glossary."""
    return re.findall(r'<a class="term"[^>]*>(.*?)</a>', html, re.DOTALL)


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Pruning helps, pruning hurts.", ["Pruning"]),
        ("Use AMP, that is automatic mixed precision.", ["AMP"]),
        ("Start with Automatic Mixed\nPrecision here.", ["Automatic Mixed\nPrecision"]),
        ("An automatic mixed-precision run.", ["automatic mixed-precision"]),
        ("Two latencies and one latency.", ["latencies"]),
        ("An amp of current.", []),
        ("Unpruning, pruningly, pre-pruning, a/pruning.", []),
        ("Then weight_orig and quantize_ come.", ["weight_orig", "quantize_"]),
        (
            "Call torchao.quantization.quantize_ on it.",
            ["torchao.quantization.quantize_"],
        ),
        ("my_weight_orig, weight_original, weight_orig.data", []),
        ("The latency.", ["latency"]),
        ("**Pruning** and *latency*", ["Pruning", "latency"]),
        ("- pruning\n- latency", ["pruning", "latency"]),
        ("| a |\n|---|\n| pruning |", ["pruning"]),
        ("> pruning", ["pruning"]),
        ("!!! note\n    pruning", ["pruning"]),
        ('<div markdown="1">\npruning\n</div>', ["pruning"]),
        ("A note.[^1]\n\n[^1]: About pruning.", ["pruning"]),
        ("The scale of things.", []),  # search_only
        ('<a id="here"></a>Pruning', ["Pruning"]),
        ("Of pruning, <em>latency</em> and\nAMP.", ["pruning", "latency", "AMP"]),
    ],
)
def test_links_the_first_use_in_prose(convert, text, linked):
    assert find_links(convert(text)) == linked


@pytest.mark.parametrize(
    "text",
    [
        "`pruning`",
        "$pruning$",
        "    pruning",
        "```python\npruning\n```",
        "```text title='pruning'\nx\n```",
        "# Pruning",
        "## About pruning",
        "[pruning](https://example.org)",
        "[**pruning**](https://example.org)",
        "<https://example.org/pruning>",
        '<a href="https://example.org">pruning</a>',
        '<a href="https://example.org">more *on* pruning</a>',
        "![pruning](x.png)",
        "<!-- pruning -->",
        '!!! note "Pruning"\n    text',
        '??? question "Pruning"\n    text',
        '=== "Pruning"\n    text',
        '<script>var x = "pruning"</script>',
        "<details><summary>pruning</summary></details>",
        '<details markdown="1"><summary>pruning</summary></details>',
        '<span title="pruning">x</span>',
    ],
)
def test_leaves_everything_else_alone(convert, text):
    assert find_links(convert(text)) == []


def test_a_link_leads_to_the_entry_and_tells_its_first_sentence(convert):
    assert convert("Its latency.") == (
        '<p>Its <a class="term" href="glossary.md#latency" '
        'title="Time from request to answer.">latency</a>.</p>'
    )
    assert 'title="Setting weights to zero, see the chapter."' in convert("pruning")
    assert 'href="glossary.md#quantize_"' in convert("quantize_")


def test_text_around_links_is_kept(convert):
    html = convert("One pruning two *three* latency four AMP five.")
    assert re.sub(r"<[^>]+>", "", html) == (
        "One pruning two three latency four AMP five."
    )


def test_the_list_of_terms_links_each_of_them_once_more(convert):
    html = convert(
        "Pruning.\n\n## Terms\n\npruning, `weight_orig`, `x`, pruning, scale\n"
    )
    assert find_links(html) == [
        "Pruning",
        "pruning",
        "<code>weight_orig</code>",
        "scale",
    ]
    assert "</code></a>, <code>x</code>, pruning, <a" in html


def test_a_longer_name_wins_over_a_shorter_one():
    index = Index("## Rate\n\nA.\n\n## Rate schedule <small>loss rate</small>\n\nB.\n")
    found = [match[0] for match, term in index.find("rate schedule, loss rate", False)]
    assert found == ["rate schedule", "loss rate"]


def test_a_glossary_without_entries_links_nothing():
    assert list(Index("# Glossary\n").find("pruning", False)) == []


class Nothing(Treeprocessor):
    """Stands for the link resolution of MkDocs; carries the page."""

    def __init__(self, path, meta):
        page = type("Page", (), {"meta": meta})
        self.file = type("File", (), {"src_uri": path, "page": page})


class Context(Preprocessor):
    """Stands for the rendering context of Zensical."""

    def __init__(self, path, meta):
        self.page = type("Page", (), {"path": path, "meta": meta})

    def run(self, lines):
        return lines


def in_mkdocs(path, meta):
    return lambda md: md.treeprocessors.register(Nothing(path, meta), "relpath", 0)


def in_zensical(path, meta):
    return lambda md: md.preprocessors.register(
        Context(path, meta), "rendering_context", 0
    )


@pytest.mark.parametrize("builder", [in_mkdocs, in_zensical])
@pytest.mark.parametrize(
    ("path", "href"),
    [
        ("index.md", "glossary.md#pruning"),
        ("pruning/index.md", "../glossary.md#pruning"),
        ("a/b/c.md", "../../glossary.md#pruning"),
    ],
)
def test_the_path_fits_the_depth_of_the_page(convert, builder, path, href):
    assert f'href="{href}"' in convert("pruning", builder(path, {}))


@pytest.mark.parametrize("builder", [in_mkdocs, in_zensical])
def test_a_page_opts_out(convert, builder):
    prepare = builder("page.md", {"glossary": False})
    assert find_links(convert("pruning", prepare)) == []


@pytest.mark.parametrize("builder", [in_mkdocs, in_zensical])
def test_entries_keep_their_id_when_a_synonym_comes(convert, builder):
    html = convert(ENTRIES.partition("---\n\n")[2], builder("glossary.md", {}))
    ids = re.findall(r'<h2 id="([^"]*)"', html)
    assert ids == ["amp", "latency", "pruning", "quantize_", "scale", "weight_orig"]
    assert find_links(html) == []


def test_the_site_resolves_the_links(tmp_path):
    """A broken target would make a strict build fail."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    docs = tmp_path / "docs"
    (docs / "deep" / "er").mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n\nAbout pruning.\n")
    (docs / "deep" / "er" / "page.md").write_text("# Page\n\nAbout pruning.\n")
    (docs / "glossary.md").write_text("# Glossary\n\n## Pruning\n\nText.\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nstrict: true\nvalidation: {links: {anchors: warn}}\n"
        f"markdown_extensions:\n- scripts.glossary: {{source: {docs / 'glossary.md'}}}\n"
    )
    build(load_config(str(tmp_path / "mkdocs.yml"), strict=True))
    page = (tmp_path / "site" / "deep" / "er" / "page" / "index.html").read_text()
    assert 'href="../../../glossary/#pruning"' in page


def render_entries(*entries: str) -> str:
    return "# Glossary\n\n" + "\n\n".join(entries) + "\n"


@pytest.mark.parametrize(
    ("entries", "line", "what"),
    [
        (("## A", "## B\n\nText."), 3, "'A' has no definition"),
        (("## A\n\n" + "x" * 201,), 3, "longer than 200 characters"),
        (("## B\n\nText.", "## A\n\nText."), 7, "'A' stands after 'B'"),
        (("## A\n\nText.", "## a\n\nText."), 7, "'a' is also a name of 'A'"),
        (
            (
                "## A <small>one-two</small>\n\nText.",
                "## B <small>One two</small>\n\nX.",
            ),
            7,
            "'One two' is also a name of 'A'",
        ),
    ],
)
def test_a_faulty_entry_is_named_with_its_line(entries, line, what):
    problems = check_terms(read_terms(render_entries(*entries)))
    assert [problem.line for problem in problems] == [line]
    assert what in problems[0].render()


def test_a_definition_may_be_followed_by_more():
    long = "## A\n\nShort.\n\n" + "More. " * 60
    assert check_terms(read_terms(render_entries(long))) == []


def test_the_glossary_of_this_site():
    terms = read_terms(SOURCE.read_text(encoding="utf-8"))
    assert check_terms(terms) == []
    assert len(terms) >= 70
    assert len({term.anchor for term in terms}) == len(terms)


def test_what_is_search_only_is_in_the_glossary():
    text = SOURCE.read_text(encoding="utf-8")
    listed = re.search(r"^search_only: \[(.*)\]$", text, re.MULTILINE)[1].split(", ")
    names = {name for term in read_terms(text) for name in term.names}
    assert set(listed) <= {name.lower() for name in names} | names
