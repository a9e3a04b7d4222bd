"""Result files of BenchExec: rows go there and back, and what is no result file is refused."""

from __future__ import annotations

import bz2
from pathlib import Path

import pytest

from verilab.evidence.record import Evidence
from verilab.experiments.benchexec.results import read_results, write_results
from verilab.experiments.benchexec.scores import score, scores
from verilab.experiments.store.csv_rows import cells
from verilab.program.errors import InputError
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

FOREIGN = """\
<?xml version="1.0"?>
<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN" "https://www.sosy-lab.org/benchexec/result-3.0.dtd">
<result tool="CPAchecker" name="default" version="4.0">
  <columns><column title="status"/></columns>
  <run name="../loops/a.yml" expectedVerdict="true"><column title="status" value="true"/><column title="cputime" value="1.5s"/></run>
  <run name="../loops/b.yml" expectedVerdict="false(unreach-call)"><column title="status" value="TIMEOUT"/></run>
  <run name="c.yml"><column title="status" value="false(unreach-call)"/><column title="walltime" value="2.25s"/></run>
</result>
"""


def row(task: str, verdict: str, expected: bool | None, reason: str = "", label: str = "base") -> Run:
    statistics = RunStatistics(wall_s=1.25, cpu_s=2.5, states=7, refinements=3)
    evidence = Evidence("invariants", "cvc5", True) if verdict == "true" else Evidence()
    return Run(label, RunResult(task, verdict, reason, evidence, statistics, Configuration(seed=4), expected=expected))


ROWS = [
    row("f/a", "true", True),
    row("f/b", "false", True),
    row("f/c", "unknown", False, "timeout", "other"),
    row("f/d", "unknown", None, 'odd <&> "reason" \x01 é'),
]


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    write_results(ROWS, file, "1")
    back = read_results(file)
    assert [cells(each) for each in back[:3]] == [cells(each) for each in ROWS[:3]]
    assert back[3].result.reason == 'odd <&> "reason" \\x01 é'


def test_results_of_other_tools_are_rows(tmp_path: Path) -> None:
    file = tmp_path / "r.xml"
    file.write_text(FOREIGN)
    first, second, third = (each.result for each in read_results(file))
    assert (first.task, first.verdict, first.expected, first.statistics.cpu_s) == ("loops/a", "true", True, 1.5)
    assert (second.verdict, second.reason, second.expected) == ("unknown", "timeout", False)
    assert (third.task, third.verdict, third.expected, third.statistics.wall_s) == ("c", "false", None, 2.25)


@pytest.mark.parametrize(
    ("status", "verdict", "reason"),
    [
        ("true", "true", ""),
        ("false(unreach-call)", "false", ""),
        ("false", "false", ""),
        ("unknown", "unknown", "unknown"),
        ("TIMEOUT", "unknown", "timeout"),
        ("TIMEOUT (soft)", "unknown", "timeout"),
        ("OUT OF MEMORY", "unknown", "out of memory"),
        ("OUT OF MEMORY (cpp)", "unknown", "out of memory"),
        ("ERROR (1)", "unknown", "error (1)"),
        ("EXCEPTION (Gremlins)", "unknown", "exception (gremlins)"),
        ("SEGMENTATION FAULT", "unknown", "segmentation fault"),
        ("KILLED BY SIGNAL 9", "unknown", "killed by signal 9"),
        ("done", "unknown", "done"),
        ("trueish", "unknown", "trueish"),
        ("", "unknown", "not run"),
    ],
)
def test_every_status_of_other_tools_is_a_verdict_or_the_reason_of_none(tmp_path: Path, status: str, verdict: str, reason: str) -> None:
    file = tmp_path / "r.xml.bz2"
    text = f"<result tool='T'><run name='a.yml' expectedVerdict='true'><column title='status' value='{status}'/></run></result>"
    file.write_bytes(bz2.compress(text.encode()))
    (definition,) = read_results(file)
    assert (definition.result.verdict, definition.result.reason, definition.label) == (verdict, reason, "T")


@pytest.mark.parametrize(
    ("attributes", "label"),
    [
        ("name='fast.0' block='0'", "fast"),  # tasks without a name
        ("name='fast.loops' block='loops'", "fast"),
        ("name='loops' block='loops'", "T"),  # a run definition without one
        ("name='a.b'", "a.b"),
        ("", "T"),
    ],
)
def test_a_setting_has_the_name_of_its_run_definition_whatever_its_tasks_are_called(tmp_path: Path, attributes: str, label: str) -> None:
    file = tmp_path / "r.xml"
    file.write_text(f"<result tool='T' {attributes}><run name='a.yml'/></result>")
    assert [row.label for row in read_results(file)] == [label]


@pytest.mark.parametrize("there", [True, False])
def test_a_task_beside_its_definition_has_the_name_that_it_has_with_us(tmp_path: Path, there: bool) -> None:
    (tmp_path / "loops" / "results").mkdir(parents=True)
    if there:
        (tmp_path / "loops" / "a.yml").touch()
    file = tmp_path / "loops" / "results" / "r.xml"
    file.write_text("<result tool='T'><run name='../a.yml'/></result>")  # as by benchexec in the folder of the tasks
    assert [row.result.task for row in read_results(file)] == ["loops/a" if there else "a"]


def test_scores_are_those_of_the_competition() -> None:
    assert [score(each.result) for each in ROWS] == [2, -16, 0, None]
    assert scores(ROWS) == {"base": -14, "other": 0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no element found"),
        ("<result><run></result>", "a run has no name"),
        ("<table/>", "begins with <table>"),
        ("<result><run name='a'>", "no element found"),
        ("<result><run name='a'><column title='cputime' value='fast'/></run></result>", "is no row"),
        ("<result><run name='a'><column title='cputime' value='nan'/></run></result>", "is no row"),
        ("<!DOCTYPE r [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]><result name='&b;'/>", "entities are not read"),
        ("<?xml version='1.0' encoding='no-such'?><result/>", "is no XML"),
    ],
)
def test_what_is_no_result_file_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "r.xml"
    file.write_text(text)
    with pytest.raises(InputError, match=message) as raised:
        read_results(file)
    assert raised.value.line
    assert raised.value.hint
