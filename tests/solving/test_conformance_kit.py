"""The kit finds what is wrong with a backend, and asks what it promises to ask."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from tests.solving.broken_backends import ANSWERS, SESSIONS, SLEEP, BrokenBackend
from verilab.solving.backend import Theory
from verilab.solving.conformance import Query, Report, Size, check_backend, workbench
from verilab.solving.conformance.catalogue import FAMILIES, generated_queries

FEW = ("corners", "counter-chain", "lock-protocol")


def _few(query: Query) -> bool:
    return query.family in FEW


def _check(backend: BrokenBackend) -> Report:
    return check_backend(backend, need("cvc5"), size=Size.TINY, only=_few)


def test_z3_as_it_is_passes() -> None:
    assert _check(BrokenBackend("none")).failures == ()


@pytest.mark.parametrize("defect", [*SESSIONS, *ANSWERS])
def test_the_kit_finds_the_defect(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbench, "PATIENCE", SLEEP / 2)
    report = _check(BrokenBackend(defect))
    assert report.failures
    # the sessions of a backend with a broken interpolator are in order, and the other way round
    assert {row.procedure for row in report.failures} <= ({"z3:horn"} if defect in ANSWERS else {"z3"})
    assert "FAILURE" in report.text()


@pytest.mark.parametrize("raised", [RuntimeError, SystemExit])
def test_a_backend_that_raises_is_a_row_and_not_the_end(raised: type[BaseException]) -> None:
    class Raising(BrokenBackend):
        def interpolator(self, *_: object, **__: object) -> object:
            raise raised("out of order")

    report = _check(Raising("none"))
    assert {row.result for row in report.rows if row.procedure == "z3:horn"} == {"crashed"}
    assert "out of order" in report.failures[0].detail


def test_the_default_size_asks_more_than_300_queries_of_a_procedure() -> None:
    z3 = need("z3")
    environment = Environment()
    queries = list(generated_queries(environment, Size.FULL, judge=lambda logic: z3.session(environment, logic=logic)))
    integers = frozenset({Theory.LIA, Theory.LRA, Theory.UF})
    assert len(queries) > 450
    assert sum(query.theories <= integers for query in queries) >= 300
    assert max(len(query.partitions) for query in queries) > 500
    assert {query.family for query in queries} >= {
        *FAMILIES,
        "corners",
        "random-int",
        "random-bv",
        "random-bool",
        "random-real",
        "random-uf",
    }
    assert len({query.name for query in queries}) == len(queries)
    assert 0.1 < sum(query.satisfiable for query in queries) / len(queries) < 0.3


def test_the_same_seed_draws_the_same_queries() -> None:
    z3 = need("z3")

    def drawn(seed: int) -> list[str]:
        environment = Environment()
        queries = generated_queries(environment, Size.QUICK, seed=seed, judge=lambda logic: z3.session(environment, logic=logic))
        return [f"{query.name} {[partition.serialize() for partition in query.partitions]}" for query in queries]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_what_a_procedure_does_not_declare_is_skipped_and_counted() -> None:
    report = check_backend(
        BrokenBackend("none"), need("cvc5"), size=Size.TINY, only=lambda query: query.family in ("real-halving", "parity")
    )
    assert report.skipped == {"z3:horn": 2}
    assert {row.query for row in report.rows if row.family == "real-halving"} == {"real-halving-1", "real-halving-1-sat"}
    assert report.counts()["z3:horn", "satisfiable"] == 1
