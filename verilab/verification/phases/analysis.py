"""One phase of a run: its analysis explores and refines, and what it finds is certified."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Protocol

from verilab.data_classes import dataclass
from verilab.evidence.check import Certified, certify
from verilab.evidence.witnesses.c_text import loop_claims
from verilab.formulas.encodings.by_name import LOGICS
from verilab.processes.endings import OUT_OF_MEMORY
from verilab.program.cfa import Program
from verilab.program.tasks.properties import REACHABILITY
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.steering import Diverged
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import OutOfTime, cpu_seconds
from verilab.verification.costs import PhaseTimes
from verilab.verification.phases.engines.analyses import make_analysis
from verilab.verification.phases.engines.others import OtherEngine, other_engine
from verilab.verification.phases.phase import MOST_REJECTED, Phase
from verilab.verification.proceedings import Proceedings
from verilab.verification.violations import violation_details
from verilab.verification.workshop import Workshop

DIVERGED = "not deterministic"
"""The reason of a run that came to other candidates than the recorded one that it should follow."""
BRIEF_SECONDS = 10.0
"""Of wall time, by which solvers have their limits: a share of the CPU time is none that they keep."""


class Pauses(Protocol):
    """How a phase shares its time."""

    def now(self) -> float:
        """Seconds of the phase's own time, from any beginning."""

    def pause(self) -> None:
        """To be called where the phase may stand still while others have their turns; raises what ends it there."""

    def hold(self, held: bool) -> None:
        """Whether the phase may not be made to stand still elsewhere."""


class Undivided:
    """Of a phase that shares its time with no other: it never stands still."""

    def now(self) -> float:
        return time.perf_counter()

    def pause(self) -> None:
        pass

    def hold(self, held: bool) -> None:
        pass


UNDIVIDED = Undivided()


def analyse(proceedings: Proceedings, workshop: Workshop, phase: Phase, pauses: Pauses) -> None:
    """Run the phase's analysis, or other engine, until no property is left that it may still decide."""
    proceedings.begin(phase.name)
    proceedings.report()
    deadline = proceedings.deadline if phase.share == 1.0 else proceedings.deadline.part(phase.share)

    def ticked() -> None:
        proceedings.report()
        pauses.pause()

    if not phase.analysis.refines:
        _search(proceedings, workshop, phase, other_engine(proceedings, workshop, phase, deadline, ticked), pauses)
        return
    strategy = phase.strategy
    choices, costs = workshop.choices, proceedings.costs
    analysis = make_analysis(workshop, phase, deadline)
    if proceedings.claims is not None:
        proceedings.claims.seed(analysis, phase.encoding)
    if proceedings.precisions is not None:
        proceedings.precisions.begin(analysis, phase, workshop, proceedings.details)
    if proceedings.steering is not None:
        strategy = proceedings.steering.steer(strategy, lambda: costs.measured(proceedings.running()))
    loop = RefinementLoop(
        analysis,
        strategy,
        order=phase.order,
        deadline=deadline,
        dismissals=phase.dismissals,
        target_coverage=choices.target_coverage,
        target_limit=proceedings.configuration.target_limit,
        loop_counter=choices.loop_counter,
        useless_choice=choices.useless_choice,
        log=proceedings.log,
        progress=lambda _: ticked(),
        now=pauses.now,
        defers=True,
        supposes=phase.supposes,
    )
    if proceedings.recorder is not None:
        proceedings.recorder.phase, proceedings.recorder.logic = phase.name, LOGICS[phase.encoding]
        proceedings.recorder.iteration = lambda: loop.statistics.refinements
    proceedings.engines[phase.name] = loop
    times = PhaseTimes()
    docket = proceedings.docket
    try:
        while True:
            docket.record(*_decided(proceedings, workshop, loop, phase, times, pauses))
            proceedings.report()
            if not docket.active:
                break
            workshop.set_aside(docket.set_aside)
            analysis.renew()
    finally:
        del proceedings.engines[phase.name]
        costs.add(phase.name, loop, times, undecided=bool(docket.open))
        if proceedings.precisions is not None:
            proceedings.precisions.keep(analysis, phase, proceedings.details, decided=not docket.open)


def _decided(
    proceedings: Proceedings, workshop: Workshop, loop: RefinementLoop, phase: Phase, times: PhaseTimes, pauses: Pauses
) -> tuple[Verdict, Certified]:
    """The loop's verdict and what its evidence made of it: of the first violation that is accepted, if there is one."""
    rejected: list[str] = []
    search = loop.run
    while True:
        with _exploring(proceedings, phase.name, times, pauses) as explored:
            explored.verdict = search()
        verdict = explored.verdict
        judged = certified(proceedings, workshop, workshop.original, workshop.claimed(verdict), phase.name, times, pauses)
        if not isinstance(judged.verdict, Unknown):
            return verdict, judged
        reason = judged.verdict.reason
        if not isinstance(verdict, Unsafe) or judged.evidence.kind != "replay" or len(rejected) == MOST_REJECTED:
            break
        rejected.append(reason)
        search = partial(loop.go_on, reason)
    if rejected and rejected[0] != reason:
        times.reason = f"{rejected[0]}; {reason}"
        judged = replace(judged, verdict=Unknown(times.reason))
    return verdict, judged


@dataclass(slots=True)
class _Explored:
    """What an exploration came to."""

    verdict: Verdict


@contextmanager
def _exploring(proceedings: Proceedings, phase: str, times: PhaseTimes, pauses: Pauses) -> Iterator[_Explored]:
    """Around what explores and refines until it has a verdict on some property: its time, and the verdict where it does not come to one."""
    proceedings.phase = phase
    began, cpu = pauses.now(), cpu_seconds(preparation=False)
    explored = _Explored(Unknown("no analysis was run"))
    try:
        yield explored
    except OutOfTime:
        explored.verdict = Unknown("timeout")
    except Diverged as error:
        explored.verdict = Unknown(f"{DIVERGED}: {error}")
    except MemoryError:
        explored.verdict = Unknown(OUT_OF_MEMORY)
    except Exception as error:  # a defect of one analysis must not lose the others' answers; it is reported, and evidence is checked
        proceedings.details.setdefault("tracebacks", []).append(traceback.format_exc())
        explored.verdict = Unknown(f"internal error in {phase}: {type(error).__name__}: {error}")
    finally:
        times.seconds += pauses.now() - began
        times.cpu_seconds += cpu_seconds(preparation=False) - cpu


def _search(proceedings: Proceedings, workshop: Workshop, phase: Phase, engine: OtherEngine, pauses: Pauses) -> None:
    """A phase of an engine beside the loop: its first verdict with accepted evidence, of the few that it may have."""
    proceedings.engines[phase.name], times = engine, PhaseTimes()
    try:
        for _ in range(engine.attempts):
            with _exploring(proceedings, phase.name, times, pauses) as explored:
                explored.verdict = engine.run()
            verdict = explored.verdict
            judged = certified(proceedings, workshop, engine.program, verdict, phase.name, times, pauses, phase.evidence_share)
            if not isinstance(judged.verdict, Unknown) or isinstance(verdict, Unknown):
                break
        proceedings.docket.record(verdict, judged)
    finally:
        del proceedings.engines[phase.name]
        proceedings.costs.add(phase.name, engine, times, undecided=bool(proceedings.docket.open))


def certified(
    proceedings: Proceedings,
    workshop: Workshop,
    program: Program,
    verdict: Verdict,
    name: str,
    times: PhaseTimes,
    pauses: Pauses = UNDIVIDED,
    share: float = 1.0,
) -> Certified:
    """What the evidence of a phase's verdict on ``program`` makes of it; what is to be told of it goes to the details.

    ``share``: of the time left; less than all of it is BRIEF_SECONDS at most.
    """
    if isinstance(verdict, Unknown):
        times.reason = verdict.reason
        return Certified.unknown(verdict.reason)
    proceedings.phase = f"evidence of {name}"
    proceedings.report()
    began, cpu, details = pauses.now(), cpu_seconds(preparation=False), proceedings.details
    pauses.hold(True)
    try:
        executions = proceedings.executions if REACHABILITY in proceedings.docket.active else None
        checkers = replace(workshop.checkers(), executions=executions, convention=proceedings.task.error_convention)
        if share < 1.0:
            deadline = checkers.context.deadline.part(share).within(BRIEF_SECONDS)
            checkers = replace(checkers, context=replace(checkers.context, deadline=deadline))
        judged = certify(program, verdict, checkers)
    except OutOfTime:
        judged = Certified.unknown("timeout while checking the evidence")
    except MemoryError:
        judged = Certified.unknown("out of memory while checking the evidence")
    except Exception as error:  # see _exploring
        details.setdefault("tracebacks", []).append(traceback.format_exc())
        judged = Certified.unknown(f"internal error while checking the evidence: {type(error).__name__}: {error}")
    finally:
        pauses.hold(False)
        times.evidence_cpu += cpu_seconds(preparation=False) - cpu
    if judged.evidence.model_error:
        details.setdefault("model_errors", []).append(judged.evidence.model_error)
    if judged.harness:
        details["harness"] = judged.harness
    times.evidence = (times.evidence or 0.0) + pauses.now() - began
    proven = judged.verdict if isinstance(judged.verdict, Safe) else None
    if proven is not None and proven.modular is None and proven.has_invariants and proceedings.tells_invariants:
        claims = loop_claims(workshop.original, proven.invariants, lambda encoding: workshop.formulas(encoding).vocabulary)
        details["invariants"] = claims
    if isinstance(judged.verdict, Unsafe):
        details["violation"] = violation_details(judged.verdict)
    if isinstance(judged.verdict, Unknown):
        times.reason = judged.verdict.reason
    return judged
