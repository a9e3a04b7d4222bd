"""What a strategy learns from one given error path (component-based CEGAR: another tool explores, this one refines).

The path is walked in the model of an analysis without precision, as if exploration had come to its target by it; then the strategy's own
operators propose, select, and say how far the increment reaches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import Enum

from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Increment
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Path
from verilab.analysis.precisions.files import Kind
from verilab.analysis.precisions.writing import increment_text, predicates_text, values_text
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.data_classes import dataclass
from verilab.program.cfa import Edge
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.program.tasks import Task
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.operators import Candidate, SearchEnded
from verilab.refinement.provident import Reached, provident_refine
from verilab.refinement.strategy import Strategy
from verilab.resources import OutOfTime
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.engines.analyses import make_analysis
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.phases.plan import plan
from verilab.verification.precisions import PrecisionExchange
from verilab.verification.workshop import Workshop

REFINABLE = tuple(analysis.value for analysis in Analysis if analysis.refines)


class Lesson(Enum):
    """What became of a path: it is infeasible and teaches something, it is an execution, or neither is known."""

    LEARNED = "learned"
    FEASIBLE = "feasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PathRefinement:
    """What a path taught.  ``texts``: the increment as precision files; ``facts``: readably; ``reason``: why there is no lesson.

    ``candidates`` counts what was to choose from; ``provenance`` names who interpolated; ``warnings``: what the witness says of its
    program and is not so.
    """

    lesson: Lesson
    reason: str = ""
    edges: int = 0
    texts: Mapping[Kind, str] = field(default_factory=dict)
    facts: Sequence[str] = ()
    candidates: int = 0
    provenance: str = ""
    warnings: tuple[str, ...] = ()


def following(configuration: Configuration) -> tuple[Configuration, Phase]:
    """The configuration that follows a path edge by edge, and its only phase; ConfigurationError where it cannot."""
    if configuration.block not in ("auto", "single"):
        raise ConfigurationError(f"block={configuration.block!r}: a given path is followed edge by edge; give block='single' or 'auto'")
    if configuration.has_symbolic_counter:
        raise ConfigurationError(f"counter={configuration.counter!r}: a given path is one of the program's control flow; give 'explicit'")
    single = replace(configuration, block="single", engine="edges")
    phases = plan(single).phases
    if len(phases) > 1 or not phases[0].analysis.refines:
        known = ", ".join(REFINABLE)
        raise ConfigurationError(f"analysis={configuration.analysis!r} is not one that refines; give one of: {known}")
    return single, phases[0]


def refine_along(task: Task, workshop: Workshop, phase: Phase, edges: Sequence[Edge]) -> PathRefinement:
    """What the strategy of a phase learns from a path of the workshop's program, which leads from its entry to an error.

    The precision that the configuration begins with is known already: a path that it excludes teaches nothing.
    """
    strategy = phase.strategy
    analysis = make_analysis(workshop, phase, workshop.deadline)
    try:
        PrecisionExchange(task, workshop.configuration, [phase]).begin(analysis, phase, workshop, {})
        exploration = Exploration(analysis.cpa)
        target, excluded = _walk(exploration, edges)
        if target is None:
            texts = _texts(workshop, phase, Increment({}), Scope.LOCATED)
            return PathRefinement(Lesson.LEARNED, f"nothing is to be learned: {excluded}", len(edges), texts)
        return _learned(workshop, analysis, phase, strategy, exploration, target)
    except OutOfTime:
        return PathRefinement(Lesson.UNKNOWN, "timeout", len(edges))
    except SearchEnded as ended:
        return PathRefinement(Lesson.UNKNOWN, str(ended), len(edges))


def _walk(exploration: Exploration, edges: Sequence[Edge]) -> tuple[ArgNode | None, str]:
    """The node at the end of the path; None, and where, if the model excludes it already."""
    node, cpa = exploration.arg.root, exploration.cpa
    for edge in edges:
        step = next(
            (
                (point, state, step)
                for point, state, step in cpa.successors(node.point, node.state)
                if (between := cpa.edges_between((node.point, node.state), step, (point, state))) is not None and tuple(between) == (edge,)
            ),
            None,
        )
        if step is None:
            return None, f"{edge.position}: {edge.text} is never taken"
        node = exploration.arg.add(step[0], step[1], node, step[2])
    return node, ""


def _learned(
    workshop: Workshop, analysis: RefinableAnalysis, phase: Phase, strategy: Strategy, exploration: Exploration, target: ArgNode
) -> PathRefinement:
    configuration = workshop.configuration
    length = len(Path.to(analysis.cpa, target).edges)
    proposed = provident_refine(analysis, strategy.propose, [target], workshop.deadline.check)
    if isinstance(proposed, Reached):
        return PathRefinement(Lesson.FEASIBLE, "the path is an execution", length)
    if not proposed.candidates:
        reasons = "; ".join(undecided.reason for _, undecided in proposed.undecided)
        return PathRefinement(Lesson.UNKNOWN, reasons or "no candidate", length)
    knowledge = Knowledge(workshop.program, LoopCounterDefinition(configuration.loop_counter))
    chosen = strategy.select(proposed.candidates, Context(knowledge, analysis, exploration, 1))
    return PathRefinement(
        Lesson.LEARNED,
        "",
        length,
        _texts(workshop, phase, chosen.increment, _reach(strategy)),
        _facts(analysis, chosen),
        len(proposed.candidates),
        chosen.provenance,
    )


def _facts(analysis: RefinableAnalysis, chosen: Candidate) -> Sequence[str]:
    """The facts of a candidate, or of all that a join contains."""
    return sorted(set(map(analysis.facts.text, chosen.increment.all)))


def _reach(strategy: Strategy) -> Scope:
    """How far the strategy tracks what it learns; operators that write labels leave it where it stands."""
    scope = str(strategy.apply).partition(":")[2]
    return Scope(scope) if scope in [known.value for known in Scope] else Scope.LOCATED


def _texts(workshop: Workshop, phase: Phase, increment: Increment, reach: Scope) -> Mapping[Kind, str]:
    """An increment as precision files; where it has no facts, one without any."""
    if phase.analysis is Analysis.VALUE:
        return increment_text(increment, workshop.program, None, reach) or {Kind.VALUES: values_text(workshop.program, {})}
    vocabulary = workshop.formulas(phase.encoding).vocabulary
    nothing = {Kind.PREDICATES: predicates_text(workshop.program, vocabulary, {})}
    return increment_text(increment, workshop.program, vocabulary, reach) or nothing
