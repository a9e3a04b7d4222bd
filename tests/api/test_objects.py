"""Scores, operators and backends that are objects of a script run wherever their names do, and stand in rows with a fingerprint."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from verilab_strategies import ApplyRestart, RankAll, SelectFirst, SlicedPrefixes

import verilab as vl
from tests.api.objects import FewCounters, ManyCounters, own_backend
from tests.api.programs import LOCK
from verilab.definitions import DEFINITIONS, fingerprint, objects_named
from verilab.experiments.store.csv_rows import COLUMNS, cells, row_of
from verilab.refinement.operators import Proposal, RefinableAnalysis
from verilab.refinement.scores import Lexicographic, SidedScore
from verilab.refinement.strategy import StrategyError, parse_strategy
from verilab.solving.registry import UnknownBackend, define_backend, load_backend


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    file = tmp_path / "lock.c"
    file.write_text(LOCK)
    return file


class Last(vl.Select):
    """The candidate that was proposed last."""

    def __call__(self, candidates: Sequence[vl.Candidate], context: vl.Context) -> vl.Candidate:
        return candidates[-1]


class Shorter(vl.Propose):
    """All sliced prefixes but the longest, where there are several."""

    slices = True

    def __call__(self, analysis: RefinableAnalysis, target: vl.ArgNode) -> Sequence[Proposal]:
        proposals = list(SlicedPrefixes()(analysis, target))
        return proposals[:-1] or proposals


class Watched(ApplyRestart):
    """One that has nothing of its own but a name."""


def test_a_score_is_named_after_its_class_with_a_fingerprint_of_its_source() -> None:
    text = str(vl.Strategy(propose="sliced-prefixes", select=[FewCounters(), "length:short"]))
    assert re.fullmatch(r"rank=first propose=sliced-prefixes select=FewCounters@[0-9a-f]{8},length:short apply=restart:global", text)
    assert parse_strategy(text) == vl.Strategy(propose="sliced-prefixes", select=[FewCounters(), "length:short"])
    assert fingerprint(FewCounters()) != fingerprint(ManyCounters())


def test_a_text_prints_and_parses_as_before() -> None:
    text = "rank=all propose=sliced-prefixes:count=5 select=domain-type:good,random:7 apply=pivot:located"
    assert str(parse_strategy(text)) == text
    assert vl.Strategy.parse("spin15-good") == parse_strategy("spin15-good")
    assert str(vl.Strategy(rank=RankAll(), select=SelectFirst(), propose=SlicedPrefixes())) == (
        "rank=all propose=sliced-prefixes select=first apply=restart:global"
    )


def test_the_state_of_an_object_is_part_of_its_fingerprint() -> None:
    def above(limit: int) -> Callable[[vl.Candidate, vl.Context], float]:
        return lambda candidate, context: candidate.prefix.length > limit

    one, same, other = (vl.Strategy(select=above(limit)) for limit in (3, 3, 4))
    assert str(one) == str(same) != str(other)
    assert fingerprint(lambda: 1) != fingerprint(lambda: 2)


def test_a_score_with_the_name_of_another_one_is_not_taken_for_it() -> None:
    impostor = SidedScore("width:narrow", False, lambda candidate, context: 0.0)
    assert "width-narrow@" in str(vl.Strategy(select=impostor))
    assert "Lexicographic@" in str(vl.Strategy(select=Lexicographic((impostor,))))
    assert "select=width:narrow" in str(vl.Strategy(select=Lexicographic(parse_strategy("select=width:narrow").select.scores)))  # type: ignore[attr-defined]  # a list of scores


def test_objects_whose_state_is_not_known_whole_are_kept_apart() -> None:
    class Opaque:
        def __init__(self) -> None:
            self.lock = __import__("threading").Lock()

        def __call__(self, candidate: vl.Candidate, context: vl.Context) -> float:
            return 0

    one, other = Opaque(), Opaque()
    names = [DEFINITIONS.define("select", each) for each in (one, other, one)]
    assert names[0] == names[2] != names[1]
    assert DEFINITIONS.find("select", names[1]) is other


def test_only_objects_that_cannot_be_imported_need_a_fork_of_their_process() -> None:
    own = vl.Strategy(propose="sliced-prefixes", select=[FewCounters(), "import:tests.api.objects.FewCounters", "length:short"])
    (name,) = objects_named(str(own))
    assert name.startswith("FewCounters@")
    assert objects_named("mine@12345678+2:horn, z3:horn") == ["mine@12345678+2"]
    assert objects_named("select=learned:/tmp/x@12345678.json") == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"select": FewCounters}, r"FewCounters is a class: give an object of it, FewCounters\(\)"),
        ({"select": 3}, "int is no score"),
        ({"select": "widht"}, "did you mean 'width'"),
        ({"rank": "spin15-good"}, r"is a whole strategy: give the text as it is, or Strategy.parse\('spin15-good'\)"),
        ({"propose": lambda analysis, target: []}, r"derived from verilab\.Propose"),
        ({"apply": 7}, r"derived from verilab\.Apply"),
        ({"select": "FewCounters@00000000"}, "it has to be one that can be imported: import:MODULE.FewCounters"),
        ({"select": "import:tests.api.nowhere.Score"}, "No module named"),
        ({"select": "import:tests.api.objects.FewCounters@00000000"}, "its source is another one"),
        ({"propose": "import:tests.api.objects.FewCounters"}, "is no propose operator"),
    ],
)
def test_what_is_no_operator_is_refused_with_what_would_be_one(given: dict[str, Any], message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        vl.Strategy(**given)


def test_a_score_that_gives_no_number_ends_its_run_with_that_reason(lock: Path) -> None:
    strategy = vl.Strategy(propose="sliced-prefixes", select=lambda candidate, context: "short")  # type: ignore[arg-type]  # wrong on purpose
    result = vl.verify(lock, analysis="value", strategy=strategy)
    assert result.verdict == "unknown"
    assert "gave 'short', which is no number" in result.reason


def test_a_score_of_this_process_chooses_in_the_runs_of_a_sweep(lock: Path) -> None:
    axes = {
        "strategy": {
            name: vl.Strategy(propose="sliced-prefixes", select=kind()) for name, kind in (("few", FewCounters), ("many", ManyCounters))
        }
    }
    runs = {run.label: run for run in vl.sweep([lock], axes=axes, analysis="value", time_limit=20, jobs=2)}
    assert {label: run.result.verdict for label, run in runs.items()} == {"few": "true", "many": "true"}
    assert runs["few"].result.statistics.states < 10 < runs["many"].result.statistics.states
    for run in runs.values():
        assert re.search(r"select=\w+Counters@[0-9a-f]{8} ", run.result.configuration.strategy)
        read = row_of(dict(zip(COLUMNS, cells(run), strict=True)))
        assert read.result.configuration == run.result.configuration


def test_every_kind_of_operator_may_be_an_object(lock: Path) -> None:
    strategy = vl.Strategy(propose=Shorter(), select=Last(), apply=Watched(parse_strategy("").apply.scope))  # type: ignore[attr-defined]  # a restart, which has a scope
    assert re.fullmatch(r"rank=first propose=Shorter@\w+ select=Last@\w+ apply=\S+", str(strategy))
    result = vl.verify(lock, analysis="value", strategy=strategy, time_limit=20)
    assert (result.verdict, result.statistics.refinements) == ("true", 2)
    with vl.refine(lock, analysis="value", strategy=strategy) as loop:
        assert isinstance(loop.run(), vl.Safe)
        assert loop.statistics.refinements == 2


def test_an_oracle_follows_the_choices_of_an_object(lock: Path) -> None:
    strategy = vl.Strategy(propose="sliced-prefixes", select=ManyCounters())
    report = vl.oracle(lock, analysis="value", strategy=strategy, at=[1], measure="states", time_limit=20)
    (refinement,) = report.refinements
    assert [candidate.chosen for candidate in refinement.candidates] == [True, False]
    assert refinement.regrets["states"].chosen > 100 * refinement.regrets["states"].best


def test_a_backend_of_ones_own_serves_a_run(lock: Path) -> None:
    result = vl.verify(lock, analysis="predicate", engine=own_backend(), time_limit=20)
    assert result.verdict == "true"
    assert re.fullmatch(r"mine@[0-9a-f]{8}(\+\d+)?", result.configuration.interpolation)
    name = define_backend(own_backend())
    with pytest.raises(vl.Refused, match="which no other process can make"):
        load_backend(name, isolate=True)
    with pytest.raises(UnknownBackend, match="register it by the entry-point group"):
        load_backend("mine@00000000")


def test_an_importable_score_works_in_a_process_that_was_started_afresh(lock: Path) -> None:
    text = str(vl.Strategy(propose="sliced-prefixes", select="import:tests.api.objects.FewCounters"))
    assert re.search(r"select=import:tests\.api\.objects\.FewCounters@[0-9a-f]{8} ", text)
    settings = {"analysis": "value", "strategy": text}
    program = f"import verilab as vl; print(vl.verify({str(lock)!r}, **{settings!r}).statistics.states)"
    command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {program}"]
    assert int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) < 10


def test_runs_find_what_was_defined_since_the_last_ones(lock: Path) -> None:
    for limit in (1, 2):

        def score(candidate: vl.Candidate, context: vl.Context, limit: int = limit) -> float:
            return candidate.prefix.length > limit

        assert vl.verify(lock, analysis="value", strategy=vl.Strategy(propose="sliced-prefixes", select=score)).verdict == "true"


def test_a_run_ends_with_the_process_that_it_is_forked_from(lock: Path, tmp_path: Path) -> None:
    sign = tmp_path / "run.pid"
    script = tmp_path / "client.py"
    script.write_text(
        f"""import os, pathlib, sys, time
sys.path[:] = {sys.path!r}
import verilab as vl
def waiting(candidate, context):
    pathlib.Path({str(sign)!r}).write_text(f"{{os.getpid()}} ")
    time.sleep(300)
vl.verify({str(lock)!r}, analysis="value", strategy=vl.Strategy(propose="sliced-prefixes", select=waiting), time_limit=300)
"""
    )
    with subprocess.Popen([sys.executable, str(script)]) as client:
        until = time.monotonic() + 120
        while not (sign.exists() and sign.read_text().endswith(" ")):
            assert client.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        client.kill()
    run = Path("/proc", sign.read_text().strip())
    while _lives(run):
        assert time.monotonic() < until
        time.sleep(0.05)


def _lives(process: Path) -> bool:
    try:
        return "State:\tZ" not in (process / "status").read_text()
    except OSError:
        return False
