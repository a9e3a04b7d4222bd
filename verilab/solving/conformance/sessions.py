"""What the conformance kit asks a session about one query: pushed, as assumptions, its models, cores, entailments, all-SAT.

Models and cores are judged by another solver, not by the session that gave them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverSession, Status, Value
from verilab.solving.conformance.query import Query

JUDGING = 0.3
"""Seconds that the other solver gets for it; where it gives up nothing is wrong."""
JUDGED = 60
"""Partitions up to which models and cores are judged by the other solver as well: long queries differ in nothing but length."""


def session_mistake(session: SolverSession, judge: SolverSession, environment: Environment, query: Query, timeout: float) -> str:
    """What a session does wrong with a query, "" for nothing, "unknown" where it gives up; the session is left as it was.

    ``timeout``: seconds, of each of the two checks.
    """
    session.push()
    try:
        mistake = _asserted(session, judge, environment, query, timeout)
    finally:
        session.pop()
    if mistake:
        return mistake
    if session.check() is not Status.SAT:
        return "an assertion outlives its level"
    return _assumed(session, judge, query, timeout)


def _asserted(session: SolverSession, judge: SolverSession, environment: Environment, query: Query, timeout: float) -> str:
    session.add(*query.partitions)
    status = session.check(timeout=timeout)
    if status is Status.UNKNOWN:
        return "unknown"
    if status is not _expected(query):
        return f"answers {status.value}"
    if not query.satisfiable:
        return ""
    if not all(value is True for value in session.values(query.partitions)):
        return "the model does not satisfy the assertions"
    if len(query.partitions) <= JUDGED:
        mistake = _model_mistake(session, judge, environment, query.partitions)
        if mistake:
            return mistake
    if not all(session.implied(query.partitions)):
        return "implied() misses an assertion"
    if list(session.all_sat(query.partitions)) != [(True,) * len(query.partitions)]:
        return "all_sat() of the assertions is not one cube"
    return ""


def _assumed(session: SolverSession, judge: SolverSession, query: Query, timeout: float) -> str:
    status = session.check(query.partitions, timeout=timeout)
    if status is Status.UNKNOWN:
        return "unknown"
    if status is not _expected(query):
        return "answers differently with assumptions"
    if query.satisfiable:
        return ""
    core = session.unsat_core()
    if not set(core) <= set(query.partitions):
        return "the core is not a part of the assumptions"
    position = {formula: index for index, formula in reversed(list(enumerate(query.partitions)))}
    if sorted(core, key=lambda formula: position[formula]) != core:
        return "the core is not in the order of the assumptions"
    if len(query.partitions) <= JUDGED and _status(judge, core) is Status.SAT:
        return "the core is satisfiable"
    if session.check() is not Status.SAT:
        return "assumptions outlive their check"
    return ""


def _model_mistake(session: SolverSession, judge: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> str:
    """The values of the scalar symbols, pinned down, must be consistent with the formulas in the other solver's eyes."""
    symbols = {symbol for formula in formulas for symbol in formula.get_free_variables() if _is_scalar(symbol)}
    ordered = sorted(symbols, key=lambda symbol: str(symbol.symbol_name()))
    values = session.values(ordered)
    try:
        pins = [_pin(environment, symbol, value) for symbol, value in zip(ordered, values, strict=True)]
    except (TypeError, ValueError) as error:
        return str(error)
    return "the model's values contradict the assertions" if _status(judge, [*formulas, *pins]) is Status.UNSAT else ""


def _is_scalar(symbol: FNode) -> bool:
    type = symbol.symbol_type()
    return bool(type.is_bool_type() or type.is_int_type() or type.is_real_type() or type.is_bv_type())


def _pin(environment: Environment, symbol: FNode, value: Value) -> FNode:
    m, type = environment.formula_manager, symbol.symbol_type()
    if type.is_bool_type():
        if not isinstance(value, bool):
            raise TypeError(f"the value of a Boolean is {value!r}")
        return symbol if value else m.Not(symbol)
    if isinstance(value, bool):
        raise TypeError(f"the value of {symbol}, a number, is {value!r}")
    if type.is_real_type():
        return m.Equals(symbol, m.Real(Fraction(value)))
    if not isinstance(value, int):
        raise TypeError(f"the value of {symbol}, an integer or bit-vector, is {value!r}")
    if type.is_bv_type():
        if not 0 <= value < 2**type.width:
            raise ValueError(f"the value of {symbol} is {value}, which {type.width} bits cannot hold")
        return m.Equals(symbol, m.BV(value, type.width))
    return m.Equals(symbol, m.Int(value))


def _status(judge: SolverSession, formulas: Sequence[FNode]) -> Status:
    judge.push()
    judge.add(*formulas)
    status = judge.check(timeout=JUDGING)
    judge.pop()
    return status


def _expected(query: Query) -> Status:
    return Status.SAT if query.satisfiable else Status.UNSAT
