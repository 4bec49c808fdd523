"""Changes of torch and torchao, imitated from outside the snippets: each is caught.

One fork server serves all: the file that UPSTREAM names says which change a fork applies.
"""

import os
from pathlib import Path

import pytest

from scripts.child import PRELOAD
from scripts.compare import PROOF
from scripts.drift import check_outcome
from scripts.project import read_project
from scripts.runner import PLAIN, Runner
from tests.upstream import CHANGES

# change -> (snippet, part of the old line, part of the new one)
CAUGHT = {
    "weight_orig renamed": (
        "pruning/weight_orig_and_mask",
        "parameters: ['bias', 'weight_orig']",
        "parameters: ['bias', 'weight_original']",
    ),
    "state dict 1 % larger": (
        "quantization/dynamic_int8",
        "fp32: 2103517",
        "fp32: 2124552",
    ),
    "ratio 4.0 to 3.1": ("quantization/dynamic_int8", "ratio: 3.95x", "ratio: 3.07x"),
    "default dtype of autocast": (
        "mixed_precision/loss_dtype_proof",
        "linear output: bfloat16",
        "linear output: float16",
    ),
    "API removed": (
        "pruning/weight_orig_and_mask",
        "",
        "AttributeError: module 'torch.nn.utils.prune' has no attribute 'l1_unstructured'",
    ),
    "new DeprecationWarning": (
        "pruning/weight_orig_and_mask",
        "",
        "DeprecationWarning: prune.remove will go",
    ),
    "expected deprecation gone": (
        "quantization/dynamic_int8",
        "DeprecationWarning: torch.ao.quantization is deprecated",
        "",
    ),
    "parameter order": (
        "pruning/weight_orig_and_mask",
        "parameters: ['bias', 'weight_orig']",
        "parameters: ['weight_orig', 'bias']",
    ),
    "loss off by 0.5 %": (
        "multimodal/contrastive_loss",
        "loss, cosines as they are: 1.17",
        "loss, cosines as they are: 1.18",
    ),
    "remove leaves the mask": (
        "pruning/weight_orig_and_mask",
        "buffers after remove: []",
        "buffers after remove: ['weight_mask']",
    ),
    "quantize_ skips a layer": (
        "quantization/torchao_int8",
        "int8: 537101 bytes",
        "int8: 1",
    ),
    "text of an exception": (
        "pruning/load_a_pruned_model",
        "Missing key",
        "Absent key",
    ),
}


@pytest.fixture(scope="module")
def upstream(tmp_path_factory):
    """Yield (project, a function that runs a snippet with a change applied)."""
    switch = tmp_path_factory.mktemp("upstream") / "change"
    switch.write_text("")
    os.environ["UPSTREAM"] = str(switch)
    project = read_project()
    with Runner(preload=[*PRELOAD, "tests.upstream"]) as runner:

        def run(name: str, change: str = "", setting=PLAIN):
            switch.write_text(change)
            return runner.run(project.snippets[name], setting)

        yield project, run
    del os.environ["UPSTREAM"]


def test_all_changes_have_a_case():
    assert set(CAUGHT) == set(CHANGES)


@pytest.mark.parametrize("change", CAUGHT)
def test_a_change_is_caught(upstream, change):
    project, run = upstream
    name, was, now = CAUGHT[change]
    snippet, record = project.snippets[name], project.records[name]
    assert check_outcome(project, snippet, record, run(name)) == [], (
        "not clean to begin with"
    )

    problems = check_outcome(project, snippet, record, run(name, change))

    drift = [problem for problem in problems if problem.drift]
    assert drift, problems
    message = "\n".join(problem.render() for problem in drift)
    page = project.page_of(name)
    assert drift[0].path == page.place
    line = page.text.split("\n")[drift[0].line - 1]
    source = Path(snippet.path).read_text().split("\n")
    assert line in (*record.stdout, *record.warnings, *source), line
    assert f"snippets/{name}.py:" in message
    assert f"- {was}" in message if was else "- (no such line" in message
    assert f"+ {now}" in message if now else "+ (no such line" in message
    assert "recorded with torch 2." in message
    assert "now with      torch 2." in message
    assert f"python -m scripts.generate --only {name}" in message


@pytest.mark.parametrize("name", sorted({name for name, *_ in CAUGHT.values()}))
@pytest.mark.parametrize(
    "setting", [PLAIN, *PROOF[1:]], ids=lambda setting: setting.name
)
def test_ten_clean_runs_raise_no_alarm(upstream, name, setting):
    project, run = upstream
    snippet, record = project.snippets[name], project.records[name]
    for _ in range(10):
        outcome = run(name, "", setting)
        assert check_outcome(project, snippet, record, outcome) == []
