"""MathSAT: in a process without z3, every theory both ways across the border, sequences from one proof, and a clean stop."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL, BV8, BV16, INT, REAL, ArrayType, FunctionType
from verilab_backends.mathsat.installation import INSTALLATION, LIBRARY
from verilab_backends.mathsat.proofs import ProofsEngine

from tests.backends.pigeons import pigeons
from tests.backends.required import need
from verilab.solving.backend import Backend, Status, Theory
from verilab.solving.certificate import Valid, certify
from verilab.solving.conformance.catalogue import generated_queries
from verilab.solving.conformance.query import Size
from verilab.solving.installation import installed_folder
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, TimedOut
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.registry import BackendNotInstalled, load_backend
from verilab.solving.simplification.simplifier import Simplifier


@pytest.fixture
def mathsat() -> Iterator[Backend]:
    backend = need("mathsat")
    yield backend
    backend.close()


@pytest.mark.parametrize("most", [1000, 7])
def test_all_sat_has_each_minterm_once_whether_its_own_enumeration_ends_or_is_cut_short(most: int) -> None:
    """Of sixteen comparisons of x with constants, their negations and a variable that is free: 34 minterms."""
    program = f"""
sys.modules["z3"] = sys.modules["cvc5"] = None  # pySMT would load them
from pysmt.environment import Environment
from pysmt.typing import INT
from verilab_backends.mathsat import session as sessions
from verilab_backends.mathsat.backend import MathsatBackend
sessions._MOST_MINTERMS = {most}
environment = Environment()
m = environment.formula_manager
x, free = m.Symbol("x", INT), m.Symbol("free")
atoms = [m.LT(x, m.Int(bound)) for bound in range(16)]
session = MathsatBackend().session(environment)
session.add(m.Or(free, m.Not(free)))
expected = sorted((*(x < bound for bound in range(16)), not x < 3, f, not f) for x in range(-1, 16) for f in (False, True))
for _ in range(2):
    print(sorted(session.all_sat([*atoms, m.Not(atoms[3]), free, m.Not(free)])) == expected)
print(list(session.all_sat([])), session.check().value)
session.add(m.FALSE())
print(list(session.all_sat([])), list(session.all_sat(atoms)))
"""
    need("mathsat").close()
    answer = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], capture_output=True, text=True)
    assert answer.stdout.splitlines() == ["True", "True", "[()] sat", "[] []"], answer.stderr


def test_a_machine_without_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path))
    with pytest.raises(BackendNotInstalled, match=r"install it with: verilab backends install mathsat, or pysmt-install --msat"):
        load_backend("mathsat")


@pytest.mark.skipif(installed_folder(INSTALLATION) is None, reason="verilab backends install mathsat")
def test_a_process_that_has_loaded_z3_refuses_it() -> None:
    program = (
        "import z3\nfrom verilab_backends.mathsat.library import load\ntry:\n    load()\nexcept ImportError as error:\n    print(error)"
    )
    answer = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], capture_output=True, text=True)
    assert "needs a process of its own, and this one has loaded z3" in answer.stdout, answer.stderr


def test_the_terms_of_every_theory_mean_there_what_they_mean_here(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("weird name!|".strip("|"), INT)
    r, b, c, p = m.Symbol("r", REAL), m.Symbol("b", BV8), m.Symbol("c", BV8), m.Symbol("p")
    a = m.Symbol("a", ArrayType(INT, INT))
    f = m.Symbol("floor", FunctionType(INT, (INT,)))
    facts = [
        m.Equals(m.Div(x, m.Int(3)), m.Int(-2)),
        m.Equals(m.Div(x, m.Int(-3)), m.Int(2)),
        m.Equals(m.Plus(m.ToReal(x), r), m.Real((-9, 2))),
        m.Equals(m.Ite(p, x, y), m.Minus(y, m.Int(1))),
        m.Ite(p, m.LT(x, y), m.LT(y, x)),
        m.Implies(p, m.Equals(m.Function(f, [x]), m.Int(7))),
        m.Equals(m.Select(m.Store(a, x, y), x), y),
        m.Equals(m.Select(m.Array(INT, m.Int(4)), x), m.Int(4)),
        m.Equals(m.BVUDiv(b, m.BVSub(c, c)), m.BV(255, 8)),
        m.Equals(m.BVSRem(m.BV(0xF9, 8), m.BV(2, 8)), m.BV(0xFF, 8)),
        m.Equals(m.BVConcat(m.BVExtract(b, 4, 7), m.BVExtract(b, 0, 3)), m.BVRol(m.BVRor(b, 3), 3)),
        m.Equals(m.BVZExt(b, 8), m.BVAdd(m.BVSExt(c, 8), m.BV(0x0100, 16))),
        m.BVSLT(c, m.BV(0, 8)),
        m.LE(m.BVToNatural(c), m.Int(200)),
    ]
    theirs, ours = mathsat.session(environment, logic="ALL"), load_backend("z3").session(environment, logic="ALL")
    theirs.add(*facts)
    assert theirs.check() is Status.SAT
    symbols = [x, y, r, b, c, p]
    ours.add(*facts)
    for symbol, value in zip(symbols, theirs.values(symbols), strict=True):
        ours.add(equation(environment, symbol, value))
    assert ours.check() is Status.SAT
    assert all(theirs.values(facts[:6] + facts[8:]))


def equation(environment: Environment, symbol: FNode, value: object) -> FNode:
    m = environment.formula_manager
    type = symbol.symbol_type()
    if type.is_bool_type():
        return m.Iff(symbol, m.Bool(value))
    return m.Equals(symbol, m.BV(value, type.width) if type.is_bv_type() else m.Real(value) if type.is_real_type() else m.Int(value))


def certified(backend: Backend, environment: Environment, partitions: list[FNode]) -> tuple[FNode, ...]:
    outcome = backend.interpolator("proofs", environment, logic="ALL").sequence(partitions)
    assert isinstance(outcome, Interpolants), outcome
    judge = load_backend("z3").session(environment, logic="ALL")
    assert certify(judge, environment, partitions, outcome.formulas) == Valid()
    return outcome.formulas


def test_parity_needs_congruences_and_comes_back_as_division(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    certified(mathsat, environment, [m.Equals(x, m.Times(m.Int(2), y)), m.Equals(x, m.Plus(m.Times(m.Int(2), z), m.Int(1)))])


def test_integers_among_reals_stay_integers(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, r, s = m.Symbol("x", INT), m.Symbol("r", REAL), m.Symbol("s", REAL)
    certified(
        mathsat, environment, [m.Equals(r, m.Plus(m.ToReal(x), m.Real((1, 2)))), m.Equals(s, r), m.LT(s, m.Real(3)), m.LE(m.Int(3), x)]
    )


def test_bit_vectors_are_interpolated_as_words(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, BV16) for name in "xyz")
    partitions = [m.Equals(x, m.BV(3, 16)), m.Equals(y, m.BVMul(x, x)), m.Equals(z, m.BVAdd(y, m.BV(1, 16))), m.BVULT(z, m.BV(10, 16))]
    formulas = certified(mathsat, environment, partitions)
    assert all("extract" not in formula.serialize() for formula in formulas)


def guarded_words(environment: Environment, seed: int) -> list[FNode]:
    """Ending or resetting the prover of such a question makes MathSAT crash."""
    m = environment.formula_manager
    x, y, z = (m.Symbol(f"{name}{seed}", BV8) for name in "xyz")
    product = m.Equals(m.BVMul(x, m.BV(6, 8)), m.BV(161, 8))
    return [m.Or(product, m.Not(m.BVULT(m.BVAnd(y, m.BV(86, 8)), z))), m.BVSLT(m.BVAdd(z, m.BV(214, 8)), m.BV(214, 8))]


def test_sums_of_words_come_back_as_sums(mathsat: Backend) -> None:
    environment = Environment()
    (formula,) = certified(mathsat, environment, guarded_words(environment, 0))
    assert "+" in formula.serialize()


def test_a_prover_is_neither_ended_nor_kept_for_ever(mathsat: Backend) -> None:
    environment = Environment()
    assert isinstance(mathsat, WorkerBackend)
    for seed in range(3):
        interpolator = mathsat.interpolator("proofs", environment, logic="QF_BV")
        for _ in range(60):
            assert isinstance(interpolator.sequence(guarded_words(environment, seed)), Interpolants)
        interpolator.close()
    assert mathsat.process.generation == 1


def test_functions_are_interpolated(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    f = m.Symbol("f", FunctionType(INT, (INT,)))
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    certified(mathsat, environment, [m.Equals(x, y), m.Equals(m.Function(f, [x]), m.Int(1)), m.Not(m.Equals(m.Function(f, [y]), m.Int(1)))])


def test_arrays_with_integers_are_refused_and_not_guessed(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    a, b = m.Symbol("a", ArrayType(INT, INT)), m.Symbol("b", ArrayType(INT, INT))
    i = m.Symbol("i", INT)
    partitions = [
        m.Equals(b, m.Store(a, m.Int(0), m.Int(7))),
        m.LT(m.Int(0), i),
        m.Equals(m.Select(m.Store(b, i, m.Int(0)), m.Int(0)), m.Int(8)),
    ]
    outcome = mathsat.interpolator("proofs", environment).sequence(partitions)
    assert isinstance(outcome, Failed | Interpolants)
    if isinstance(outcome, Interpolants):
        assert certify(load_backend("z3").session(environment, logic="QF_ALIA"), environment, partitions, outcome.formulas) == Valid()


@pytest.mark.parametrize("kind", ["function", "array"])
def test_truth_values_as_arguments_are_refused_since_equal_ones_are_not_found_equal(mathsat: Backend, kind: str) -> None:
    environment = Environment()
    m = environment.formula_manager
    p, q, x, y = (*map(m.Symbol, "pq"), m.Symbol("x", INT), m.Symbol("y", INT))
    f = m.Symbol("f", FunctionType(INT, [BOOL]) if kind == "function" else ArrayType(BOOL, INT))
    at_p, at_q = (m.Function(f, [v]) if kind == "function" else m.Select(f, v) for v in (p, q))
    zero, one, two = map(m.Int, range(3))
    first = m.And(m.Or(m.Equals(x, zero), m.Equals(x, one)), m.Or(p, m.Equals(x, two)), m.Equals(at_p, x))
    second = m.And(m.Or(q, m.LT(x, zero)), m.Equals(at_q, y), m.Or(m.LT(x, y), m.LT(y, x)))
    session = mathsat.session(environment, logic="QF_AUFLIA")
    session.add(first, second)
    assert session.check() is Status.UNKNOWN, "a contradiction, which MathSAT would find satisfiable"
    assert "truth values" in session.reason_unknown
    if kind == "function":
        outcome = mathsat.interpolator("proofs", environment, logic="QF_UFLIA").sequence([first, second])
        assert not isinstance(outcome, NotUnsat)


def test_a_variable_of_one_side_in_what_is_always_true_spoils_no_interpolant() -> None:
    """MathSAT's answer for a cut with nothing to say may be u = u, or x < x for false."""
    environment = Environment()
    m = environment.formula_manager
    u, x = m.Symbol("u", INT), m.Symbol("x", INT)
    engine = ProofsEngine.__new__(ProofsEngine)  # without a solver
    engine._simplify = Simplifier(environment)
    answers = [m.Equals(u, u), m.And(m.LE(x, m.Int(3)), m.Equals(u, u)), m.LT(u, u)]
    assert engine._shared_only("cut", answers, [(), (x,), ()]) == [m.TRUE(), m.LE(x, m.Int(3)), m.FALSE()]
    assert isinstance(engine._shared_only("cut", [m.LE(u, x)], [(x,)]), Failed)


def test_a_satisfiable_sequence_has_no_interpolants(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    assert mathsat.interpolator("proofs", environment).sequence([m.LT(x, m.Int(3)), m.LT(m.Int(0), x)]) == NotUnsat()


def test_compound_assumptions_give_cores_and_leave_no_trace(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, p = m.Symbol("x", INT), m.Symbol("p")
    session = mathsat.session(environment)
    session.add(m.LT(x, m.Int(3)))
    low, high = m.LT(m.Int(-5), x), m.LT(m.Int(5), x)
    same = m.Iff(p, low)
    assert session.check([low, same, p, high]) is Status.UNSAT
    assert session.unsat_core() == [high]
    for number in range(200):
        assert session.check([m.Equals(x, m.Int(-number)), same]) is Status.SAT
        assert session.value(x) == -number
    session.push()
    session.add(high)
    assert session.check() is Status.UNSAT
    session.pop()
    assert session.check([m.Not(p), m.Not(low)]) is Status.SAT


def test_a_hard_question_is_stopped_by_the_solver_itself(mathsat: Backend) -> None:
    environment = Environment()
    session = mathsat.session(environment, logic="QF_LIA")
    session.add(*pigeons(environment, 12))
    assert session.check(timeout=0.5) is Status.UNKNOWN
    assert session.reason_unknown == "timeout"
    assert mathsat.interpolator("proofs", environment, logic="QF_LIA").sequence(pigeons(environment, 12), timeout=0.5) == TimedOut(
        "mathsat:proofs"
    )
    m = environment.formula_manager
    assert mathsat.session(environment).check([m.Symbol("p")]) is Status.SAT


def test_a_model_survives_what_was_asked_and_taken_back_before(mathsat: Backend) -> None:
    environment = Environment()
    session = mathsat.session(environment, logic="QF_BV")
    checker = load_backend("z3")
    for query in generated_queries(
        environment, Size.QUICK, supported=frozenset({Theory.BV}), judge=lambda logic: checker.session(environment, logic=logic)
    ):
        if query.logic != "QF_BV":
            continue
        session.push()
        session.add(*query.partitions)
        if session.check() is Status.SAT:
            assert all(session.values(query.partitions)), query.name
        session.pop()


def test_a_prover_that_was_stopped_is_replaced(mathsat: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", INT)
    interpolator = mathsat.interpolator("proofs", environment, logic="QF_LIA")
    for limit in range(3):
        assert interpolator.sequence(pigeons(environment, 12 + limit), timeout=0.2) == TimedOut("mathsat:proofs")
        assert isinstance(interpolator.sequence([m.LT(x, m.Int(limit)), m.LT(m.Int(limit), x)]), Interpolants)


STAND_IN = """
import ctypes

_library = ctypes.CDLL({library!r})


def __getattr__(name):
    if not name.startswith("msat_"):
        raise AttributeError(name)
    return getattr(_library, name)
"""


@pytest.fixture(params=["module", "extension"])
def stand_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of the search path with what ``pysmt-install --msat`` builds, made of the installed library; nothing is installed else.

    Either a module that has the functions, or one that must not be imported beside the compiled part, as which the library stands.
    """
    need("mathsat").close()
    folder = installed_folder(INSTALLATION)
    if folder is None:
        pytest.skip("verilab backends install mathsat: MathSAT is there in another way")
    library = folder / LIBRARY
    if request.param == "module":
        (tmp_path / "mathsat.py").write_text(STAND_IN.format(library=str(library)))
    else:
        (tmp_path / "mathsat.py").write_text("raise RuntimeError('imported')\n")
        (tmp_path / f"_mathsat{EXTENSION_SUFFIXES[0]}").symlink_to(library)
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "empty"))
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_python_module_of_mathsat_will_do(stand_in: Path) -> None:
    assert installed_folder(INSTALLATION) is None
    backend = load_backend("mathsat")
    assert backend.version.startswith("5.")
    environment = Environment()
    m = environment.formula_manager
    x, y = m.Symbol("x", INT), m.Symbol("y", INT)
    session = backend.session(environment)
    assert session.check([m.Equals(x, m.Times(m.Int(2), y)), m.LT(m.Int(6), x), m.LT(x, m.Int(9))]) is Status.SAT
    assert session.values([x, y]) == [8, 4]
    certified(backend, environment, [m.Equals(x, m.Times(m.Int(2), y)), m.LT(y, m.Int(4)), m.LT(m.Int(6), x)])
    backend.close()


def test_a_module_without_the_functions_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mathsat.py").write_text("")
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "empty"))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BackendNotInstalled, match=r"cannot be used here: .*msat_get_version.*or pysmt-install --msat"):
        load_backend("mathsat")


def test_a_long_path_has_its_interpolants_by_bisection() -> None:
    """1,000 steps of no account between two that contradict each other: a walk over the proof for some of the cuts."""
    program = """
sys.modules["z3"] = sys.modules["cvc5"] = None  # pySMT would load them
from pysmt.environment import Environment
from pysmt.typing import INT
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import shared_variables
from verilab_backends.mathsat.backend import MathsatBackend
from verilab_backends.mathsat.proofs import ProofsEngine
environment = Environment()
m = environment.formula_manager
x = m.Symbol("x", INT)
steps = [m.GT(m.Symbol(f"y{step}", INT), m.Int(0)) for step in range(1000)]
partitions = (m.Equals(x, m.Int(0)), *steps, m.GT(x, m.Int(0)))
engine = ProofsEngine(MathsatBackend().terms(environment))
asked = []
class Counting:
    def __getattr__(self, name):
        if name == "get_interpolant":
            asked.append(name)
        return getattr(library, name)
library, engine._library = engine._library, Counting()
answer = engine.interpolate(Sequent(partitions, shared_variables(partitions)), 60)
print(len(answer), len(set(answer)), all(str(x) in str(formula) for formula in answer), len(asked) < 50)
"""
    need("mathsat").close()
    answer = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], capture_output=True, text=True)
    assert answer.stdout.split() == ["1001", "1", "True", "True"], answer.stderr
