"""Sessions of z3: what a question leaves behind."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.typing import BVType

from verilab.solving.backend import Status
from verilab.solving.registry import load_backend


def test_a_question_about_words_that_ran_out_of_time_is_forgotten() -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", BVType(77)), m.Symbol("y", BVType(8))
    squared = m.BVMul(*2 * [m.BVZExt(m.BVSExt(x, 41), 118)])
    other = m.BVMul(*2 * [m.BVZExt(m.BVAShr(m.BV(1, 77), x), 77)])
    large = m.Not(m.Equals(m.BVExtract(squared, 118, 235), m.BV(0, 118)))
    hard = m.Iff(large, m.Not(m.Equals(m.BVExtract(other, 77, 153), m.BV(0, 77))))
    backend = load_backend("z3")
    session = backend.session(environment, logic="QF_BV")
    session.add(m.BVULT(y, m.BV(5, 8)))
    assert session.check([hard, large], timeout=0.3) is Status.UNKNOWN
    assert session.check(timeout=5) is Status.SAT
    session.push()
    session.add(m.BVULT(m.BV(9, 8), y))
    assert session.check(timeout=5) is Status.UNSAT, "what was asserted before stays asserted"
    session.pop()
    assert session.check(timeout=5) is Status.SAT
    backend.close()
