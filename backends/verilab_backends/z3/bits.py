"""One question about words, decided bit by bit: z3's tactics write down clauses of bits, and Glucose decides these (PyPI ``python-sat``).

    simplify, propagate-values, solve-eqs, bit-blast, aig, tseitin-cnf     z3: the clauses have a model if and only if the formulas have one
    Glucose 4 (Audemard, Simon: "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009)

z3's own solver of bits takes longer on unrollings of protocols, on some of them many times as long.  On what is decided by words more than
by bits neither is quick.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable, Iterator
from functools import reduce
from importlib.util import find_spec

from verilab.resources import Deadline
from verilab.solving.session import DEADLINE_TOLERANCE
from verilab_backends.z3.library import library
from verilab_backends.z3.terms import Z3Terms

TACTICS = (b"simplify", b"propagate-values", b"solve-eqs", b"bit-blast", b"aig", b"tseitin-cnf")
MOST_CLAUSES = 3_000_000
"""Of more than these, a Python list each on their way, the memory is not there."""
_PRECISE = 0
"""``Z3_GOAL_PRECISE``: a goal that is neither weaker nor stronger than what it was made from."""


class OutOfSeconds(Exception):
    """There is no answer in time."""


class Unfit(Exception):
    """The question is none for a SAT solver; the message says why."""


def is_installed() -> bool:
    """Whether there is a SAT solver."""
    return find_spec("pysat") is not None


def satisfiable(terms: Z3Terms, formulas: Iterable[int], seconds: float | None) -> bool:
    """Whether z3's formulas, of truths and words, have a model together.  Raises OutOfSeconds and Unfit."""
    deadline = Deadline(seconds)
    clauses = _clauses(terms, formulas, deadline)
    return clauses if isinstance(clauses, bool) else _decided(clauses, deadline)


def _clauses(terms: Z3Terms, formulas: Iterable[int], deadline: Deadline) -> str | bool:
    """The clauses, as DIMACS writes them; a truth where they are decided.  Raises OutOfSeconds and Unfit."""
    context = terms.context
    goal = terms.expect(library.mk_goal(context, False, False, False))
    library.goal_inc_ref(context, goal)
    tactics: list[int] = []

    def made(handle: int | None) -> int:
        tactics.append(terms.expect(handle))
        library.tactic_inc_ref(context, tactics[-1])
        return tactics[-1]

    try:
        for formula in formulas:
            library.goal_assert(context, goal, formula)
        chained = reduce(
            lambda before, tactic: made(library.tactic_and_then(context, before, tactic)),
            [made(library.mk_tactic(context, name)) for name in TACTICS],
        )
        seconds = deadline.remaining()
        if seconds is not None:
            chained = made(library.tactic_try_for(context, chained, max(1, int(seconds * 1000))))
        result = library.tactic_apply(context, chained, goal)
        if result is None:
            rest = deadline.remaining()
            if rest is not None and rest < DEADLINE_TOLERANCE:
                raise OutOfSeconds
            raise Unfit("z3 made no clauses of the bits")
        library.apply_result_inc_ref(context, result)
        try:
            return _written(terms, result)
        finally:
            library.apply_result_dec_ref(context, result)
    finally:
        for tactic in tactics:
            library.tactic_dec_ref(context, tactic)
        library.goal_dec_ref(context, goal)


def _written(terms: Z3Terms, result: int) -> str | bool:
    """What the tactics came to.  Raises Unfit where that is not the question any more, or too long."""
    context = terms.context
    if library.apply_result_get_num_subgoals(context, result) != 1:
        raise Unfit("z3 made several questions of one")
    goal = terms.expect(library.apply_result_get_subgoal(context, result, 0))
    library.goal_inc_ref(context, goal)
    try:
        if library.goal_precision(context, goal) != _PRECISE:
            raise Unfit("z3 made another question of this one")
        if library.goal_inconsistent(context, goal):
            return False
        size = library.goal_size(context, goal)
        if size > MOST_CLAUSES:
            raise Unfit(f"{size} clauses")
        text = library.goal_to_dimacs_string(context, goal, False) if size else None
        if size and text is None:
            raise Unfit("z3 did not write the clauses")
        return True if text is None else text.decode()
    finally:
        library.goal_dec_ref(context, goal)


def _decided(clauses: str, deadline: Deadline) -> bool:
    """What the SAT solver says of them.  Raises OutOfSeconds."""
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=_read(clauses)) as solver:
        rest = deadline.remaining()
        timer = None if rest is None else threading.Timer(rest, solver.interrupt)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            answer: bool | None = solver.solve_limited(expect_interrupt=True)
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()  # one that has begun must not find the solver gone
    if answer is None:
        raise OutOfSeconds
    return answer


def _read(clauses: str) -> Iterator[list[int]]:
    """The literals of each clause; DIMACS ends them with zero."""
    for line in io.StringIO(clauses):
        if line[0] not in "cp":
            yield [int(literal) for literal in line.split()[:-1]]
