"""The page of a report: what a browser may run in it, what stands in it as a text, and what is left out of it and said."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.experiments.learning.oracle_rows import candidate_row
from tests.experiments.report.stores import HOSTILE, SETTINGS, refinement, run, small, written
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.figures import drawing
from verilab.experiments.report import Limits, write_report
from verilab.experiments.report.microscope import read_costs
from verilab.experiments.report.page import json_text, page, visible
from verilab.experiments.store import StoreError
from verilab.program.errors import InputError
from verilab.program.tasks import Task

SCRIPT = re.compile(r"<script(?P<type>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


def policy(text: str) -> dict[str, list[str]]:
    (content,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    return {name: words for name, *words in (part.split() for part in unescape(content).split(";"))}


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def embedded(text: str, id: str) -> Any:
    (script,) = [match["text"] for match in SCRIPT.finditer(text) if f'id="{id}"' in match["type"]]
    return json.loads(script)


def report(folder: Path, rows: Path, **options: Any) -> str:
    return write_report(rows, folder / "report.html", **({"figures": False} | options)).file.read_text()


def test_the_policy_lets_in_what_the_page_has_and_nothing_else(tmp_path: Path) -> None:
    text = write_report(small(tmp_path), tmp_path / "report.html").file.read_text()
    allowed = policy(text)
    scripts = [each["text"] for each in SCRIPT.finditer(text) if not each["type"]]
    assert len(scripts) == 2
    assert allowed == {
        "default-src": ["'none'"],
        "script-src": [digest(each) for each in scripts],
        "style-src": [digest(re.findall(r"<style>(.*?)</style>", text, re.DOTALL)[0])],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    body = re.sub(r"(?s)<script.*?</script>|<style.*?</style>|<meta .*?>", "", text)
    assert not re.search(r"<[^>]* (on\w+|style|src|href=\"(?!#))", body)


@pytest.mark.parametrize("figures", [True, False])
def test_no_text_of_an_experiment_ends_an_element(tmp_path: Path, figures: bool) -> None:
    text = report(tmp_path, small(tmp_path, HOSTILE), figures=figures)
    assert text.count("<script") == text.count("</script>") == 5 + figures, "the data, two runs, a source, scripts"
    assert "<img src=x" not in text
    assert HOSTILE[:40] in embedded(text, "report-data")["experiment"]["title"]


@pytest.mark.parametrize("text", ["</script>", "<!--", "<script>", "\u2028", "\u2029", "&lt;", "]]>", "\x00", "\ud800", "'\"`"])
def test_json_in_a_page_is_read_back_as_it_was(text: str) -> None:
    shown = json_text({text: [text]})
    assert json.loads(shown) == {text: [text]}
    assert shown.isascii()
    assert not set("<>&") & set(shown)
    whole = page(text, "", "", [f"x = {json.dumps(text)};"], {"data": text})
    assert whole.count("</script>") == 2
    assert whole.encode()
    assert json.loads(SCRIPT.findall(whole)[0][1]) == text


def test_what_nobody_would_see_of_a_text_is_an_escape() -> None:
    shown = visible({"a\u202eb": ["tab\tline\r\n", ("\x00", 1.5, None)], "ä 漢 \U0001f600": "\ufeff\ud800"})
    assert shown == {r"a\u202eb": ["tab\tline\n", [r"\x00", 1.5, None]], "ä 漢 \U0001f600": r"\ufeff\ud800"}


def test_numbers_that_json_has_not_are_refused_or_told() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text(float("nan"))


def test_infinite_scores_are_words(tmp_path: Path) -> None:
    text = report(tmp_path, small(tmp_path))
    (key, *_) = embedded(text, "report-data")["shown"]
    assert embedded(text, f"run-{key}")["refinements"][0]["candidates"][0]["scores"] == {"length": 8.0, "width": "inf"}


def test_the_table_of_settings_counts_what_is_in_the_rows(tmp_path: Path) -> None:
    data = embedded(report(tmp_path, small(tmp_path)), "report-data")
    rows = [dict(zip(data["settings"]["columns"], row, strict=True)) for row in data["settings"]["rows"]]
    figures_of = {
        row["setting"]: (row["runs"], row["solved"], row["wrong"], row["unknown"], row["contradictions"], row["CPU s"]) for row in rows
    }
    assert figures_of == {"spin15-none": (2, 2, 0, 0, 1, 3.5), "spin15-good-narrow": (2, 2, 0, 0, 1, 6.0), "lazy": (2, 0, 1, 1, 1, 22.0)}
    assert len(data["contradictions"]["rows"]) == 3


def test_limits_are_kept_and_said(tmp_path: Path) -> None:
    rows = small(tmp_path)
    limits = Limits(runs=3, refinements=5, per_run=3, steps=4, candidates=2, characters=20, model_bytes=1)
    written = write_report(rows, tmp_path / "report.html", limits=limits, figures=False)
    text = written.file.read_text()
    data = embedded(text, "report-data")
    assert written.refinements == sum(data["shown"].values()) == 5
    assert data["remarks"] == list(written.remarks)
    said = " ".join(written.remarks)
    assert "3 of 6 runs" in said
    assert "5 of 6 refinements" in said
    assert "models are left out" in said
    for key, count in data["shown"].items():
        shown = embedded(text, f"run-{key}")
        assert len(shown["refinements"]) == count
        each = shown["refinements"][0]
        assert [step[0] for step in each["targets"][0]["path"]] == [1, 2, 7, 8]
        assert each["targets"][0]["steps"] == 8
        assert len(each["candidates"]) == 2
        assert each["of"] == 3
        assert each["chosen"] in [candidate["place"] for candidate in each["candidates"]]
        assert each["model"] is None


def test_a_run_that_is_asked_for_is_in_the_microscope(tmp_path: Path) -> None:
    rows = small(tmp_path)
    limits = Limits(refinements=2)
    task = Task("family/onex", (), expected=True)
    key = run(task, "spin15-none").key
    data = embedded(report(tmp_path, rows, show=[key], limits=limits), "report-data")
    assert data["shown"] == {key: 2}
    with pytest.raises(StoreError, match="--show nothing: no run has this key, and no task this name"):
        report(tmp_path, rows, show=["nothing"])
    with pytest.raises(StoreError, match="were not recorded"):
        report(tmp_path, rows, show=["family/twox"])


def test_the_source_is_that_which_was_verified_or_none(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int a;")
    task = Task("family/a", (file,), expected=True)
    rows = written(tmp_path / "a.duckdb", [run(task, "lazy", refinements=[refinement(1, file=str(file))])], [task])
    digest = hashlib.sha256(b"int a;").hexdigest()
    file.write_text("int b;")
    assert embedded(report(tmp_path, rows), f"source-{digest}") == "int a;"
    from verilab.experiments.store.database import connected

    with connected(rows, writing=True) as connection:
        connection.execute("DROP TABLE sources")
    assert f"source-{digest}" not in report(tmp_path, rows)
    file.write_text("int a;")
    assert embedded(report(tmp_path, rows), f"source-{digest}") == "int a;"


def test_what_an_oracle_found_is_beside_the_candidates_of_its_run_only(tmp_path: Path) -> None:
    rows, file = small(tmp_path), tmp_path / "oracle.json"
    name = {"task": "family/onex", "strategy": "spin15-none"}
    configuration = replace(SETTINGS["spin15-none"], cpu_limit=99.0).to_json()
    spent = {"cpu_s": 0.5, "wall_s": 0.5, "states": 3, "refinements": 1}
    cost = {"rank": 1, "outcome": "decided", "verdict": "true", "reason": "", "after": spent, "total": spent | {"cpu_s": 0.7}}
    candidate = candidate_row("family/onex", 2, 1, {"length": 1.0, "width": 1.0}, 0.5, **cost)
    lines = [{"row": "run", **name, "configuration": configuration}, candidate]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    text = report(tmp_path, rows, oracle=[file])
    data = embedded(text, "report-data")
    found = []
    for key in data["shown"]:
        for each in embedded(text, f"run-{key}")["refinements"]:
            found += [(key, each["number"], candidate["place"], candidate["cost"]) for candidate in each["candidates"] if candidate["cost"]]
    assert found == [(run(Task("family/onex", (), expected=True), "spin15-none").key, 2, 1, cost)]


@pytest.mark.parametrize("line", ["{", "[]", "3", '{"row": "run"}', '{"row": "candidate", "task": "t", "strategy": "s"}'])
def test_what_is_no_row_of_an_oracle_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "oracle.json"
    file.write_text(line + "\n")
    with pytest.raises(InputError, match="is no row of an oracle") as error:
        read_costs([file])
    assert f"{file}:1" in error.value.render()


def test_the_command_writes_the_report_beside_the_rows_and_tells_what_is_in_it(tmp_path: Path) -> None:
    rows = small(tmp_path)
    result = CliRunner().invoke(app, ["experiment", "report", str(rows), "--no-figures", "--refinements", "5"])
    assert result.exit_code == 0, result.output
    assert "small.html: " in result.output
    assert "2 refinements of 1 run in the microscope" in result.output
    assert (tmp_path / "small.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    "arguments", [["missing.duckdb"], ["small.duckdb", "--output", "no/such/folder/r.html"], ["small.duckdb", "--show", "x"]]
)
def test_what_cannot_be_written_is_told_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    small(tmp_path)
    before = sorted(tmp_path.iterdir())
    result = CliRunner().invoke(app, ["experiment", "report", *arguments, "--no-figures"])
    assert result.exit_code == 2, result.output
    assert sorted(tmp_path.iterdir()) == before


def test_without_the_package_of_the_figures_the_command_that_installs_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(Refused, match="pip install"):
        write_report(small(tmp_path), tmp_path / "report.html")


def test_the_script_of_the_figures_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path))
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda snippet: f"made of {snippet}")
    vega = drawing.vega_script()
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda snippet: "made again")
    assert drawing.vega_script() == vega
    assert [file.suffix for file in tmp_path.iterdir()] == [".js"]
