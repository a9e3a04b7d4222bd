"""Does a model of the naive translation describe an execution?  Run it with concrete values from the model's state on."""

from __future__ import annotations

from collections.abc import Mapping

from verilab.evidence.executions.claims import StateTest
from verilab.evidence.executions.model_run import Stop, execute
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.naive.relation import Relation
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.solving.backend import SolverSession


def leaves_claims(relation: Relation, vocabulary: Vocabulary, session: SolverSession, tests: Mapping[ControlPoint, StateTest]) -> str:
    """How the execution of the session's model leaves the claims; "" where it does not, or where it cannot be executed."""
    state = _state(vocabulary, session)
    start = tests.get(relation.source)
    if start is not None and not start(state):
        return ""
    point = _step(relation, relation.source, state, session)
    while point is not None and point not in relation.targets:
        point = _step(relation, point, state, session)
    if point is None:
        return ""
    if point.location.is_error:
        return f"an error location is reachable from the invariant at {relation.source!r}"
    test = tests.get(point)
    if test is None:
        return f"{point!r}, which has no invariant, is reachable from {relation.source!r}"
    return "" if test(state) else f"the invariant at {point!r} does not follow from the one at {relation.source!r}"


def _step(relation: Relation, point: ControlPoint, state: State, session: SolverSession) -> ControlPoint | None:
    """The point behind the first enabled edge, executed; None where there is none, or where the execution has no meaning."""
    for edge, target in point.successors:
        try:
            if execute(edge, state, _chosen(relation, point, edge, session)):
                return target
        except Stop:
            break
    return None


def _state(vocabulary: Vocabulary, session: SolverSession) -> State:
    """The state at the source: 0 where the model does not say."""
    state: State = [0] * len(vocabulary.elements)
    slots = [slot for slot, element in enumerate(vocabulary.elements) if element is not None]
    values = session.values([vocabulary.slot_symbol(slot) for slot in slots])
    for slot, value in zip(slots, values, strict=True):
        element = vocabulary.elements[slot]
        assert element is not None
        state[slot] = element[0].type.wrap(int(value))
    return state


def _chosen(relation: Relation, point: ControlPoint, edge: Edge, session: SolverSession) -> tuple[int, ...]:
    symbols = relation.choices.get((point, edge), ())
    return tuple([0 if symbol is None else int(session.value(symbol)) for symbol in symbols])
