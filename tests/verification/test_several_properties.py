"""Several properties in one run: a certified verdict for each, the same as each has alone, whatever becomes of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.experiments.store.csv_rows import cells, read_rows, write_csv
from verilab.families import families, write
from verilab.families.drivers.kernel_module import module
from verilab.program.automata import find_automaton, parse_automaton
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Run, RunResult
from verilab.verification.verification import verify

HEAD = "extern int __VERIFIER_nondet_int(void); void start(int n) { } void stop(int n) { } void reach_error(void) { }\n"


def observer(name: str, text: str) -> str:
    return f"automaton {name} state idle initial {text}"


STARTED = observer("never-started", "on call start -> error")
STOPPED = observer("never-stopped", "on call stop -> error")
SEVENTH = observer("no-seventh", "on call start(7) -> error on call stop(7) -> error")


def observed(folder: Path, body: str, *automata: str) -> Task:
    file = folder / "program.c"
    file.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    return load_tasks(file)[0].observing([parse_automaton(automaton, f"{number}.automaton") for number, automaton in enumerate(automata)])


def verdicts(result: RunResult) -> dict[str, str]:
    return {answer.name: answer.verdict for answer in result.properties}


def certified(result: RunResult) -> bool:
    kinds = {"true": "invariants", "false": "replay"}
    return all(answer.evidence.accepted and answer.evidence.kind == kinds[answer.verdict] for answer in result.properties)


CONFIGURATIONS = [
    Configuration(),
    Configuration(analysis="value"),
    Configuration(analysis="predicate", strategy="pcegar-single"),
    Configuration(analysis="predicate", strategy="pcegar-multi"),
    Configuration(analysis="predicate", strategy="lazy"),
    Configuration(analysis="composite"),
]
IDS = [f"{each.analysis} {each.strategy}" for each in CONFIGURATIONS]


@pytest.mark.parametrize(
    ("seed", "configuration"),
    [(0, each) for each in CONFIGURATIONS] + [(1, CONFIGURATIONS[0])],
    ids=[*(f"0-{each}" for each in IDS), f"1-{IDS[0]}"],
)
def test_each_property_of_a_module_gets_the_verdict_it_was_made_with(seed: int, configuration: Configuration, tmp_path: Path) -> None:
    for definition in write(tmp_path, [families()["kernel-module"]], sizes=[4], seed=seed):
        (task,) = load_tasks(definition)
        result = verify(task, configuration)
        assert verdicts(result) == {name: str(expected).lower() for name, expected in task.expectations.items()}
        assert certified(result)
        assert result.verdict == str(task.promised).lower()
        assert result.classification == "solved"


@pytest.mark.parametrize("strategy", ["", "pcegar-multi"])
def test_the_verdicts_are_those_of_each_property_alone(strategy: str, tmp_path: Path) -> None:
    protocols = ["mutex-twice", "noio-under-mutex", "rcu-updates", "find-bit-offset"]
    (tmp_path / "m.c").write_text(module(protocols, [1, 3]).source)
    (task,) = load_tasks(tmp_path / "m.c")
    automata = [find_automaton(name) for name in protocols]
    together = verify(task.observing(automata), Configuration(strategy=strategy))
    alone = [verify(task.observing([automaton]), Configuration(strategy=strategy)) for automaton in automata]
    assert verdicts(together) == {name: verdict for result in alone for name, verdict in verdicts(result).items()}
    assert set(verdicts(together).values()) == {"true", "false"}


def test_a_violation_does_not_hide_what_comes_after_it(tmp_path: Path) -> None:
    """Alone, both are violated; the first violation ends every path that leads to the second."""
    result = verify(observed(tmp_path, "start(1); stop(1);", STARTED, STOPPED, SEVENTH), Configuration())
    assert verdicts(result) == {"never-started": "false", "never-stopped": "false", "no-seventh": "true"}
    assert certified(result)
    assert (result.verdict, result.exit_code) == ("false", 1)


def test_properties_of_one_event_are_all_decided(tmp_path: Path) -> None:
    same = [observer(f"same-{name}", "on call start -> error") for name in "abc"]
    result = verify(observed(tmp_path, "if (__VERIFIER_nondet_int()) start(1);", *same), Configuration())
    assert set(verdicts(result).values()) == {"false"}


def test_a_property_that_cannot_be_decided_leaves_the_others_their_verdicts(tmp_path: Path) -> None:
    body = "long double f = __VERIFIER_nondet_int(); if (f > 2) start(1); int n = __VERIFIER_nondet_int(); if (n == 3 && n != 3) stop(1);"
    result = verify(observed(tmp_path, body, STARTED, STOPPED), Configuration(time_limit=30))
    assert verdicts(result) == {"never-started": "unknown", "never-stopped": "true"}
    assert "float" in result.properties[0].reason
    assert result.properties[1].evidence.accepted
    assert result.verdict == "unknown"
    assert result.classification == "unknown"


def test_beyond_the_recursion_bound_only_what_the_recursion_can_violate_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "deep.c").write_text(
        HEAD + "void f(int n) { if (n > 60) start(1); else f(n + 1); }\n"
        "int main(void) { if (__VERIFIER_nondet_int()) stop(7); f(0); return 0; }\n"
    )
    automata = [parse_automaton(each) for each in (STARTED, STOPPED, observer("other", "on call other -> error"))]
    result = verify(load_tasks(tmp_path / "deep.c")[0].observing(automata), Configuration(time_limit=30))
    assert verdicts(result) == {"never-started": "unknown", "never-stopped": "false", "other": "true"}
    assert "recursion" in result.properties[0].reason


SLOW = "start(1); unsigned n = 0; while (n < 3000000000u) n = n + 1 + (n & 1); if (n < 3000000000u) stop(1);"


def test_a_timeout_keeps_the_verdicts_found(tmp_path: Path) -> None:
    task = observed(tmp_path, SLOW, STOPPED, STARTED)
    result = verify(task, Configuration(analysis="value", time_limit=6))
    assert verdicts(result) == {"never-stopped": "unknown", "never-started": "false"}
    assert result.properties[0].reason == "timeout"
    assert result.properties[1].evidence.accepted


def test_a_run_that_dies_keeps_the_verdicts_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child gets no grace: it is killed in the middle of its work."""
    monkeypatch.setattr("verilab.verification.isolated.GRACE_SECONDS", -1.0)
    task = observed(tmp_path, SLOW, STOPPED, STARTED)
    result = run_isolated(task, Configuration(analysis="value", time_limit=9))
    assert verdicts(result) == {"never-stopped": "unknown", "never-started": "false"}
    assert result.properties[0].reason == "timeout"
    assert result.verdict == "false"
    assert result.evidence.accepted


def test_an_error_function_is_one_property_among_others(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HEAD + "int main(void) { reach_error(); start(1); return 0; }\n")
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    (tmp_path / "once.automaton").write_text(observer("once", "on call start -> error"))
    (tmp_path / "never.automaton").write_text(observer("never", "on call stop -> error"))
    listed = [("p.prp", "false"), ("once.automaton", "false"), ("never.automaton", "true")]
    properties = "".join(f"  - property_file: {file}\n    expected_verdict: {verdict}\n" for file, verdict in listed)
    (tmp_path / "p.yml").write_text(f"format_version: '2.0'\ninput_files: p.c\nproperties:\n{properties}")
    (task,) = load_tasks(tmp_path / "p.yml")
    result = verify(task, Configuration())
    assert verdicts(result) == {"unreach-call": "false", "once": "false", "never": "true"}
    assert result.classification == "solved"
    assert certified(result)


def test_a_task_without_automata_has_one_property(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HEAD + "int main(void) { reach_error(); return 0; }\n")
    result = verify(load_tasks(tmp_path / "p.c")[0], Configuration())
    assert verdicts(result) == {"unreach-call": "false"}


def test_wrong_verdicts_of_properties_are_found(tmp_path: Path) -> None:
    for definition in write(tmp_path, [families()["kernel-module"]], sizes=[2]):
        definition.write_text(definition.read_text().replace("verdict: true", "verdict: false"))
    result = verify(load_tasks(tmp_path / "kernel-module" / "kernel-module-2-safe.yml")[0], Configuration())
    assert result.classification == "wrong"
    list(write_csv([Run("x", result)], tmp_path / "rows.csv"))
    assert [each.classification for each in read_rows(tmp_path / "rows.csv")[0].result.properties] == ["wrong", "wrong"]


def test_results_are_plain_json_and_rows_of_a_table(tmp_path: Path) -> None:
    task = observed(tmp_path, "start(1);", STARTED, STOPPED)
    assert Task.from_json(task.to_json()) == task
    result = run_isolated(task, Configuration())
    assert RunResult.from_json(result.to_json()) == result
    row = Run("x", result)
    assert "never-started=false never-stopped=true" in cells(row)
    list(write_csv([row], tmp_path / "rows.csv"))
    assert verdicts(read_rows(tmp_path / "rows.csv")[0].result) == verdicts(result)
