"""One run of the verifier, with the fault that is planted in this process: the first claim of its analyses, and what evidence made of it.

Nothing of verilab is imported before a fault is planted, hence the imports inside of functions.
"""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.seeded_faults.programs import SmallProgram

SETTINGS: dict[str, dict[str, Any]] = {
    "auto": {},
    "predicate": {"analysis": "predicate"},
    "bit vectors": {"analysis": "predicate", "encoding": "bv"},
}
SECONDS = 20.0
PATIENCE = 30.0  # seconds that evidence waits for a compiler: how busy a machine is must not decide what is caught
LEAST_RUNS_SECONDS = 0.6  # of executions, at least: what 0.15 s are on a machine with nothing else to do


@dataclass(frozen=True, slots=True)
class Judged:
    """What one kind of evidence made of a claim: "accepted" or "rejected", by whom, why."""

    result: str
    checked_by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """``claim``: the analyses' first verdict before its evidence, "unknown" where they had none; ``judged`` by the name of the evidence."""

    claim: str
    judged: dict[str, Judged]


class _Claimed(BaseException):
    """The run has made its first claim and needs not go on; a BaseException, which no phase takes for a defect of its own."""


class _Later:
    """Stands for the compiled program, which is built only for a claim that evidence is needed for."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments
        self._started: Any = None

    def started(self) -> Any:
        from verilab.evidence.compiler import executions

        waits = dict.fromkeys(("LEAST_WAIT_SECONDS", "MOST_SECONDS", "CONFIRMATION_SECONDS", "CONFIRMED_CLAIM_SECONDS"), PATIENCE)
        shares = ("LEAST_RUNS_SECONDS", "LEAST_CLAIMS_SECONDS", "LEAST_WATCHED_SECONDS")
        vars(executions).update(waits, **dict.fromkeys(shares, LEAST_RUNS_SECONDS))
        self._started = self._started or executions.Executions(*self._arguments)
        return self._started

    def against_proof(self, *arguments: Any) -> Any:
        return self.started().against_proof(*arguments)

    def executable(self, seconds: float) -> Any:
        return self.started().executable(seconds)

    def close(self) -> None:
        if self._started is not None:
            self._started.close()


def verify(program: SmallProgram, setting: str, evidences: list[str]) -> Outcome:
    """The first claim on a program; a wrong one is judged by each of ``evidences``: "new" as it is, "old" ``as_it_was``."""
    from verilab.verification import compilation
    from verilab.verification import verification as run
    from verilab.verification.configuration import Configuration
    from verilab.verification.phases import analysis

    outcome = Outcome("unknown", {})

    def record(automaton: Any, verdict: Any, checkers: Any) -> Any:
        nonlocal outcome
        claim = {"Safe": "true", "Unsafe": "false"}.get(type(verdict).__name__, "unknown")
        wrong = claim not in ("unknown", program.verdict)
        outcome = Outcome(claim, {checked: _judged(checked, automaton, verdict, checkers) for checked in evidences if wrong})
        raise _Claimed

    vars(run).update(CAN_FORK=False)  # the first claim is recorded in this process
    vars(analysis).update(certify=record)
    vars(compilation).update(Executions=_Later)
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(_Claimed):
        run.verify(_task(program, Path(folder)), Configuration(time_limit=SECONDS, **SETTINGS[setting]))
    return outcome


def _task(program: SmallProgram, folder: Path) -> Any:
    from verilab.program.tasks import load_tasks
    from verilab.program.types import DataModel

    path = folder / "program.c"
    path.write_text(program.text)
    return load_tasks(path, data_model=DataModel.LP64)[0]


def _judged(evidence: str, program: Any, verdict: Any, checkers: Any) -> Judged:
    from verilab.evidence.check import certify
    from verilab.refinement.verdicts import Unknown

    try:
        certified = certify(program, verdict, as_it_is(checkers) if evidence == "new" else as_it_was(checkers))
    except Exception as error:  # as in a run: a defect of the evidence leaves the claim without any
        return Judged("rejected", "defect", f"{type(error).__name__}: {error}")
    if isinstance(certified.verdict, Unknown):
        return Judged("rejected", certified.evidence.checked_by, certified.verdict.reason)
    return Judged("accepted", certified.evidence.checked_by, "")


def as_it_is(checkers: Any) -> Any:
    """The checkers of a run; they compile the program now."""
    return replace(checkers, context=_unhurried(checkers.context))


def as_it_was(checkers: Any) -> Any:
    """The checkers before evidence was made independent of the analysis.

    Block formulas by another solver, execution of partial states, random executions against claims of formulas; gcc for violations only.
    """
    from verilab.evidence.methods import Method

    return replace(checkers, executions=None, method=Method.BLOCKS, context=_unhurried(checkers.context))


def _unhurried(context: Any) -> Any:
    """The context with all of a run's time: that of its analyses and of other evidence must not decide who catches a fault."""
    from verilab.resources import Deadline

    return replace(context, deadline=Deadline(SECONDS))
