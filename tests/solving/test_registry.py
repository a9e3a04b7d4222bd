"""Backends by name."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest
from pysmt.environment import Environment

from verilab.processes.messages import decode, encode
from verilab.solving import registry
from verilab.solving.backend import Capabilities
from verilab.solving.procedures import checker_for, make_interpolator
from verilab.solving.processes.messages import ANSWERS, Answer, Present
from verilab.solving.registry import BackendNotInstalled, UnknownBackend, list_backends, load_backend


def test_a_wrong_name_is_answered_with_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(UnknownBackend, match=r"unknown backend 'cvc4'; known: z3, cvc5.*did you mean 'cvc5'"):
        load_backend("cvc4")


def test_a_wrong_procedure_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownBackend, match=r"known: horn.*did you mean 'horn'"):
        make_interpolator(load_backend("z3"), "z3:horns", Environment())
    with pytest.raises(UnknownBackend, match="procedure of z3"):
        make_interpolator(load_backend("z3"), "cvc5:sygus", Environment())


def test_procedures_are_found_by_full_name_by_bare_name_and_by_default() -> None:
    backend, environment = load_backend("z3"), Environment()
    names = [make_interpolator(backend, name, environment).procedure for name in ("z3:horn", "horn", "")]
    assert names == ["z3:horn"] * 3


def test_a_backend_that_is_not_installed_is_listed_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "verilab_backends.cvc5.backend", None)
    entry = next(entry for entry in list_backends() if entry.name == "cvc5")
    assert (entry.version, entry.install) == (None, "pip install cvc5")
    with pytest.raises(BackendNotInstalled, match="install it with: pip install cvc5"):
        load_backend("cvc5")


def test_installed_backends_tell_their_version_and_procedures() -> None:
    entries = {entry.name: entry for entry in list_backends()}
    assert entries["z3"].version
    assert entries["z3"].capabilities is not None
    assert "horn" in entries["z3"].capabilities.interpolation


def test_third_parties_are_found_by_entry_point_but_cannot_replace_a_built_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def __init__(self, name: str) -> None:
            self.name, self.value = name, "nowhere:make"

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point("mine"), Point("z3")])
    assert registry.backend_names()[:2] == ("z3", "cvc5")
    assert registry.backend_names().count("z3") == 1
    assert registry.backend_names()[-1] == "mine"
    assert load_backend("z3").name == "z3"
    with pytest.raises(BackendNotInstalled, match="mine"):
        load_backend("mine")


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_run_tries_what_the_backend_prefers(name: str) -> None:
    with closing(load_backend(name)) as backend:
        capabilities = backend.capabilities
        assert set(capabilities.preferred) <= set(capabilities.interpolation)
        assert capabilities.default_procedures == capabilities.preferred
        reply = Answer(Present(backend.name, backend.version, capabilities))
        assert decode(encode(reply), {kind.__name__: kind for kind in ANSWERS}) == reply
    assert Capabilities(frozenset(), interpolation={"a": frozenset(), "b": frozenset()}).default_procedures == ("a", "b")


@pytest.mark.parametrize("name", ["z3", "cvc5", "cvc5:proofs", "z3:horn", "mathsat", "mine"])
def test_nobody_checks_its_own_answers(name: str) -> None:
    assert checker_for(name) in registry.backend_names()
    assert checker_for(name) != name.partition(":")[0]


def test_naming_backends_loads_no_solver_and_no_terms() -> None:
    program = (
        "import sys; from verilab.solving.registry import backend_names, installation_of; names = backend_names()\n"
        "[installation_of(name) for name in names]\n"
        "print(sorted({'pysmt', 'z3', 'cvc5', 'bitwuzla', 'jpype'} & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"], capture_output=True, text=True)
    assert answer.stdout.strip() == "[]", answer.stderr
