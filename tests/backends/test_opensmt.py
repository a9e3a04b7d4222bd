"""OpenSMT: what is particular to it besides the conformance kit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BV8, INT, REAL
from verilab_backends.opensmt import library
from verilab_backends.opensmt.installation import INSTALLATION

from tests.backends.required import need
from verilab.cache import CACHE_VARIABLE
from verilab.solving.backend import Backend, Status
from verilab.solving.certificate import Valid, certify
from verilab.solving.installation import installed_folder
from verilab.solving.interpolation import Failed, Interpolants, TimedOut, Unsupported
from verilab.solving.registry import BackendNotInstalled, load_backend
from verilab.verification.configuration import Configuration


@pytest.fixture
def opensmt() -> Iterator[Backend]:
    backend = need("opensmt")
    yield backend
    backend.close()


def test_a_machine_without_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    with pytest.raises(BackendNotInstalled, match=r"not in the cache folder.*verilab backends install opensmt, and pip install jpype1"):
        load_backend("opensmt")


def pretend_it_is_installed(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(library, "installed_folder", lambda installation: folder)


def test_a_missing_jpype_is_reported_with_what_installs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend_it_is_installed(monkeypatch, tmp_path)
    monkeypatch.setitem(sys.modules, "jpype", None)
    with pytest.raises(ImportError, match="there is no JPype: pip install jpype1"):
        library.load()


def test_a_java_without_its_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(library, "find_java", lambda: str(tmp_path / "bin" / "java"))
    with pytest.raises(ImportError, match=rf"the Java at {tmp_path} has no .*jvm.*VERILAB_JAVA"):
        library.machine_library()


def test_the_installation_shows_its_licence_and_asks_for_no_consent() -> None:
    assert "MIT" in INSTALLATION.licence_text
    assert not INSTALLATION.needs_consent
    assert all(len(artifact.sha256) == 64 for artifact in INSTALLATION.artifacts)


def test_a_core_names_formulas_that_the_solver_rewrites(opensmt: Backend) -> None:
    """Its own core leaves out what contains an ite, and is satisfiable then."""
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    larger = m.Equals(z, m.Ite(m.LT(x, y), y, x))
    session = opensmt.session(environment)
    assumptions = [m.Equals(x, m.Int(7)), larger, m.Not(m.LE(y, z))]
    assert session.check(assumptions) is Status.UNSAT
    assert session.unsat_core() == [larger, assumptions[2]] == session.unsat_core()
    assert session.check(assumptions[:2]) is Status.SAT


def test_models_have_fractions_and_floor_divisions(opensmt: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    x, r, p = m.Symbol("weird name!", INT), m.Symbol("r", REAL), m.Symbol("p")
    session = opensmt.session(environment)
    session.add(m.Equals(m.Div(x, m.Int(3)), m.Int(-2)), m.LE(m.Int(-4), x), m.Not(p))
    assert session.check() is Status.SAT
    assert session.values([x, m.Div(x, m.Int(3)), p, m.Times(x, x)]) == [-4, -2, False, 16]
    other = opensmt.session(environment)
    other.add(m.Equals(m.Times(m.Real(3), r), m.Real(-1)), p)
    assert other.check() is Status.SAT
    assert other.values([r, m.Plus(r, m.Real(1)), p]) == [Fraction(-1, 3), Fraction(2, 3), True]


def chain(environment: Environment, length: int) -> list[FNode]:
    m = environment.formula_manager
    x = [m.Symbol(f"main::x@{index}", INT) for index in range(length + 1)]
    steps = [m.Equals(x[i + 1], m.Plus(x[i], m.Int(1))) for i in range(length)]
    return [m.Equals(x[0], m.Int(0)), *steps, m.GT(x[length], m.Int(length))]


def test_chains_of_a_hundred_have_valid_interpolants(opensmt: Backend) -> None:
    environment = Environment()
    partitions = chain(environment, 100)
    outcome = opensmt.interpolator("proofs", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants), outcome
    assert certify(load_backend("z3").session(environment), environment, partitions, outcome.formulas) == Valid()


def test_what_it_cannot_interpolate_is_unsupported(opensmt: Backend) -> None:
    environment = Environment()
    m = environment.formula_manager
    word, x, r = m.Symbol("word", BV8), m.Symbol("x", INT), m.Symbol("r", REAL)
    for partitions in (
        [m.Equals(word, m.BV(1, 8)), m.Equals(word, m.BV(2, 8))],
        [m.And(m.Equals(x, m.Int(1)), m.Equals(r, m.Real(1))), m.LT(x, m.Int(1))],
        [m.Equals(m.Times(x, x), m.Int(2)), m.Equals(x, m.Int(2))],
    ):
        outcome = opensmt.interpolator("proofs", environment, logic="ALL").sequence(partitions)
        assert isinstance(outcome, Unsupported | Failed), outcome


def test_a_proof_without_end_is_stopped_and_the_next_question_answered(opensmt: Backend) -> None:
    """Where integers need cuts, OpenSMT's interpolating solver does not end."""
    environment = Environment()
    m = environment.formula_manager
    x, y, z = (m.Symbol(name, INT) for name in "xyz")
    odd = [m.Equals(x, m.Times(m.Int(2), y)), m.Equals(x, m.Plus(m.Times(m.Int(2), z), m.Int(1)))]
    interpolator = opensmt.interpolator("proofs", environment)
    interpolator.sequence(chain(environment, 2))  # whose start is on nobody's clock
    assert isinstance(interpolator.sequence(odd, timeout=0.2), TimedOut)
    assert isinstance(interpolator.sequence(chain(environment, 2), timeout=5), Interpolants)


COLLECTED = """
import jpype
from pysmt.environment import Environment
from pysmt.typing import INT
from verilab_backends.opensmt.backend import make
from verilab_backends.opensmt.terms import OpenSmtContext

backend, environment = make(), Environment()
m = environment.formula_manager
x = [m.Symbol(f"x{index}", INT) for index in range(31)]
partitions = [m.Equals(x[0], m.Int(0))]
partitions += [m.Or(*(m.Equals(x[i + 1], m.Plus(x[i], m.Int(k))) for k in (1, 2))) for i in range(30)]
partitions += [m.LT(x[30], m.Int(30))]
system, read = jpype.JClass("java.lang.System"), OpenSmtContext._read
def collect_and_read(context, text):
    system.gc()
    system.runFinalization()
    return read(context, text)
OpenSmtContext._read = collect_and_read
for _ in range(3):
    print(type(backend.interpolator("proofs", environment).sequence(partitions)).__name__)
"""


@pytest.mark.skipif(installed_folder(INSTALLATION) is None, reason="verilab backends install opensmt")
def test_interpolants_live_until_they_are_read(opensmt: Backend) -> None:
    """JavaSMT's own lists of them point into memory that the garbage collector frees: such a chain crashed the machine."""
    program = f"import sys; sys.path[:0] = {sys.path!r}\nsys.modules['z3'] = None\n{COLLECTED}"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert answer.stdout.split() == ["Interpolants"] * 3, answer.stdout + answer.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits addresses")
def test_it_works_within_the_memory_limit_that_runs_have_by_default() -> None:
    need("opensmt").close()
    room = Configuration().memory_limit
    code = f"""if True:
        import resource
        from verilab.resources import mapped_megabytes
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = int(mapped_megabytes() + {room}) << 20
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        from verilab_backends.opensmt.library import load
        load()
        limit, hard_now = resource.getrlimit(resource.RLIMIT_AS)
        assert hard_now == hard
        assert {room} - 300 < (limit >> 20) - mapped_megabytes() <= {room}
    """
    process = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)
    assert process.returncode == 0
