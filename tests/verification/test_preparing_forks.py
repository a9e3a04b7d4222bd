"""What a server of runs makes before it forks: each run has it for itself, as if it had made it."""

from __future__ import annotations

import os

import pytest
from pysmt.environment import Environment
from verilab_backends.z3.backend import Z3Backend
from verilab_backends.z3.library import library

from verilab.processes import forks
from verilab.processes.forks import before_forks, prepare_forks
from verilab.solving.backend import Status


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "_preparations", [])


def test_what_is_to_be_made_is_made_once_and_what_fails_costs_nothing_else() -> None:
    preparations: list[str] = []

    def fail() -> None:
        preparations.append("failed")
        raise OSError("no")

    before_forks(fail)
    before_forks(lambda: preparations.append("made"))
    prepare_forks()
    prepare_forks()
    assert preparations == ["failed", "made"]
    before_forks(lambda: preparations.append("later"))
    prepare_forks()
    assert preparations == ["failed", "made", "later"]


def _answers() -> tuple[Status, Status]:
    environment = Environment()
    manager = environment.formula_manager
    x = manager.Symbol("x", environment.type_manager.INT())
    session = Z3Backend().session(environment)
    session.add(manager.LT(x, manager.Int(3)))
    session.push()
    first = session.check()
    session.add(manager.LT(manager.Int(3), x))
    return first, session.check()


def test_forks_use_the_same_context_each_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_unused", [])
    library.prepare()
    assert len(set(library._unused)) == 2
    codes = []
    for _ in range(2):
        child = os.fork()
        if not child:
            used = _answers() == (Status.SAT, Status.UNSAT) and len(library._unused) == 1
            os._exit(0 if used else 1)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    assert codes == [0, 0]
    assert len(library._unused) == 2
    assert _answers() == (Status.SAT, Status.UNSAT)
    for context in library._unused:
        library.del_context(context)
