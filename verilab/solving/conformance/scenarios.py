"""Scenarios of the conformance kit: what sessions promise over several calls.

Each returns what went wrong, "" for nothing.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from pysmt.environment import Environment

from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import Backend, QueryContext, SessionClosed, Status
from verilab.solving.conformance import workbench
from verilab.solving.conformance.procedures import PROCEDURE_SCENARIOS
from verilab.solving.conformance.report import Row
from verilab.solving.conformance.workbench import LIMIT, Bench


def scenario_rows(backend: Backend, checker: Backend, environment: Environment, procedures: Sequence[str]) -> Iterator[Row]:
    """One row per scenario, and per scenario and procedure; an exception is a row of result "crashed"."""
    bench = Bench(backend, checker, environment)
    for name, scenario in SESSION_SCENARIOS.items():
        yield _row(name, backend.name, partial(scenario, bench))
    for procedure, (name, check) in itertools.product(procedures, PROCEDURE_SCENARIOS.items()):
        yield _row(name, f"{backend.name}:{procedure}", partial(check, bench, procedure))


def _row(name: str, procedure: str, scenario: Callable[[], str]) -> Row:
    start = time.perf_counter()
    try:
        mistake = scenario()
    except (Exception, SystemExit) as error:  # whatever a backend raises is a row, and the kit goes on
        result, mistake = "crashed", f"{type(error).__name__}: {error}"
    else:
        result = "wrong" if mistake else "kept"
    return Row(name, procedure, result, time.perf_counter() - start, mistake, True, "scenarios")


def _statuses(statuses: Iterable[Status], expected: str) -> str:
    """Compare statuses with a text such as ``"sat unsat sat"``."""
    answers = " ".join(status.value for status in statuses)
    return "" if answers == expected else f"answers {answers}, where {expected} is right"


def levels(bench: Bench) -> str:
    """Assertions live as long as their level, whether one or several are popped."""
    m, p, q = bench.environment.formula_manager, bench.boolean("p"), bench.boolean("q")
    less = bench.below(bench.variable("x"), bench.variable("y"))
    session = bench.session()
    session.add(p)
    statuses = [session.check()]
    session.push()
    session.add(m.Not(p), less)
    statuses.append(session.check())
    session.pop()
    statuses.append(session.check())
    session.push()
    session.add(less)
    session.push()
    session.add(q)
    session.push()
    session.add(m.Not(less))
    statuses.append(session.check())
    session.pop(2)
    statuses.append(session.check())
    session.add(m.Not(q))
    statuses.append(session.check())
    session.pop()
    session.add(m.Not(less), q)
    statuses.append(session.check())
    session.close()
    return _statuses(statuses, "sat unsat sat unsat sat sat sat")


def assumptions(bench: Bench) -> str:
    """Assumptions are any formulas and hold for one check."""
    m, p, q = bench.environment.formula_manager, bench.boolean("p"), bench.boolean("q")
    less = bench.below(bench.variable("x"), bench.variable("y"))
    session = bench.session()
    session.add(m.Or(p, q))
    statuses = [session.check([m.Not(p), m.Not(q)]), session.check([m.Not(p)])]
    if session.value(q) is not True:
        return "the model of a check with assumptions does not satisfy them"
    statuses += [session.check([less, m.Or(m.Not(less), m.Not(m.Or(p, q)))]), session.check([m.Not(q), less]), session.check()]
    session.close()
    return _statuses(statuses, "unsat sat unsat sat sat")


def cores(bench: Bench) -> str:
    """A core is a part of the assumptions, in their order, that contradicts the assertions."""
    m, p, q, r = (bench.environment.formula_manager, *(bench.boolean(name) for name in "pqr"))
    less = bench.below(bench.variable("x"), bench.variable("y"))
    session = bench.session()
    session.add(m.Implies(p, m.Not(q)))
    for assumed in ([r, q, less, p], [m.Not(less), r, m.Or(p, less), q], [p, m.Not(p)]):
        if session.check(assumed) is not Status.UNSAT:
            return f"does not refute the assumptions {assumed}"
        core = session.unsat_core()
        if [formula for formula in assumed if formula in set(core)] != core:
            return f"the core {core} is no part of {assumed}, or not in its order"
        if not bench.refuted(m.Implies(p, m.Not(q)), *core):
            return f"the core {core} of {assumed} is satisfiable"
    session.close()
    return ""


def models(bench: Bench) -> str:
    """Values belong to one model of assertions and assumptions together; a symbol that nothing constrains has one too."""
    m, p, q = bench.environment.formula_manager, bench.boolean("p"), bench.boolean("q")
    x, y, free = bench.variable("x"), bench.variable("y"), bench.variable("free")
    less = bench.below(x, y)
    session = bench.session()
    session.add(m.Or(p, q), m.Implies(q, less), m.Not(p))
    if session.check() is not Status.SAT:
        return "a satisfiable set of assertions is refuted"
    if session.values([p, q, less, m.Iff(p, q), m.Not(less)]) != [False, True, True, False, False]:
        return "values of terms contradict the assertions"
    low, high = session.values([x, y])
    if not low < high:
        return f"x < y is asserted, the model has {low} and {high}"
    session.value(free)
    session.close()
    return ""


def entailments(bench: Bench) -> str:
    """implied(): True, False and None where they belong, and without a trace in the session."""
    m, p, q, r = (bench.environment.formula_manager, *(bench.boolean(name) for name in "pqr"))
    less, more = bench.below(bench.variable("x"), bench.variable("y")), bench.below(bench.variable("y"), bench.variable("x"))
    session = bench.session()
    session.add(p, m.Or(m.Not(p), q), less)
    asked = [p, m.Not(q), r, less, more, m.Or(r, q), m.And(r, q)]
    answers = session.implied(asked)
    if answers != [True, False, None, True, False, True, None]:
        return f"says {answers} of {asked}"
    later = [session.check([r]), session.check([m.Not(r)])]
    session.close()
    return _statuses(later, "sat sat")


def enumerations(bench: Bench) -> str:
    """all_sat(): the cubes are disjoint and cover the models' projection, no more and no less."""
    m, p, q = bench.environment.formula_manager, bench.boolean("p"), bench.boolean("q")
    less, more = bench.below(bench.variable("x"), bench.variable("y")), bench.below(bench.variable("y"), bench.variable("x"))
    session = bench.session()
    session.add(m.Or(p, q), m.Implies(p, less))
    expected = [(a, b, c, d) for a, b, c, d in itertools.product((False, True), repeat=4) if (a or b) and (not a or c) and not (c and d)]
    minterms = sorted(minterm for cube in session.all_sat([p, q, less, more]) for minterm in _minterms(cube))
    if minterms != expected:
        return f"all_sat covers {len(minterms)} minterms ({len(set(minterms))} of them different), {len(expected)} are right"
    session.add(m.Not(q), m.Not(less))
    if list(session.all_sat([p, q])):
        return "all_sat of contradictory assertions has a cube"
    session.close()
    return ""


def _minterms(cube: Sequence[bool | None]) -> Iterator[tuple[bool, ...]]:
    return itertools.product(*((False, True) if value is None else (value,) for value in cube))


def time_limits(bench: Bench) -> str:
    """A hard question ends soon after its limit without an answer, and the session goes on."""
    session = bench.session()
    session.check()
    session.push()
    session.add(*bench.pigeons())
    start = time.perf_counter()
    status = session.check(timeout=LIMIT)
    seconds = time.perf_counter() - start
    if status is Status.SAT:
        return "finds a model of a contradiction"
    if seconds > LIMIT + workbench.PATIENCE:
        return f"a check with a limit of {LIMIT} s took {seconds:.1f} s"
    if status is Status.UNKNOWN and not session.reason_unknown:
        return "does not say why it gave up"
    session.pop()
    p, patience = bench.boolean("p"), workbench.PATIENCE
    contradiction = [p, bench.environment.formula_manager.Not(p)]
    statuses = [session.check(timeout=patience), session.check(contradiction, timeout=patience)]
    session.close()
    return _statuses(statuses, "sat unsat")


def deadlines(bench: Bench) -> str:
    """Past the run's deadline a question raises OutOfTime."""
    session = bench.session(QueryContext(deadline=Deadline(0.0)))
    session.add(bench.boolean("p"))
    time.sleep(0.001)
    try:
        session.check()
    except OutOfTime:
        return ""
    finally:
        session.close()
    return "a check after the run's deadline does not raise OutOfTime"


def closing(bench: Bench) -> str:
    """A closed session is refused; closing again and other sessions are not affected."""
    other, session = bench.session(), bench.session()
    session.add(bench.boolean("p"))
    session.check()
    session.close()
    session.close()
    try:
        session.check()
    except SessionClosed:
        statuses = [other.check()]
        other.close()
        return _statuses(statuses, "sat")
    return "a closed session answers"


def interleaving(bench: Bench) -> str:
    """Two sessions do not know of each other, nor does a session of an interpolator."""
    m, p = bench.environment.formula_manager, bench.boolean("p")
    one, other = bench.session(), bench.session()
    one.add(p)
    other.add(m.Not(p))
    statuses = [one.check(), other.check()]
    if (one.value(p), other.value(p)) != (True, False):
        return "the model of one session shows up in another"
    one.push()
    one.add(m.Not(p))
    statuses += [other.check(), one.check()]
    one.pop()
    for procedure in list(bench.backend.capabilities.interpolation)[:1]:
        interpolator = bench.backend.interpolator(procedure, bench.environment, logic=bench.logic)
        interpolator.sequence([p, m.Not(p)])
        interpolator.close()
    statuses += [one.check(), other.check()]
    one.close()
    statuses.append(other.check())
    other.close()
    return _statuses(statuses, "sat sat sat unsat sat sat sat")


SESSION_SCENARIOS: dict[str, Callable[[Bench], str]] = {
    "levels": levels,
    "assumptions": assumptions,
    "cores": cores,
    "models": models,
    "entailments": entailments,
    "enumerations": enumerations,
    "time-limits": time_limits,
    "deadlines": deadlines,
    "closing": closing,
    "interleaving": interleaving,
}
