"""Generated kernel modules: valid C, each operation obeys or violates the protocol that it is said to."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.families import families, module_tasks, write
from verilab.families.drivers.kernel_module import Places, module, protocols
from verilab.families.family import Generated
from verilab.program.automata import find_automaton, protocol_names
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.tasks import load_tasks
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

GCC = shutil.which("gcc")
FAMILY = families()["kernel-module"]


def _next_of(values: Iterator[int], edge: object, type: object) -> int:
    return next(values)


def violations(generated: Generated, inputs: tuple[int, ...]) -> set[str]:
    """The properties that the run with these inputs violates, each looked at alone; it ends well when they are used up."""
    violated: set[str] = set()
    for observed in generated.observed:
        model = DataModel.ILP32
        program = lower(parse_text(generated.source, "m.c", model), model, (), "m", automata=[find_automaton(observed.protocol)])
        left = iter((*inputs, *[0] * 1000))
        outcome = Interpreter(program).run(partial(_next_of, left)).outcome
        if isinstance(outcome, ReachedError):
            violated.add(outcome.location.property)
    return violated


def test_every_protocol_has_an_operation() -> None:
    generator = random.Random(1)
    assert sorted(protocols(14, generator)) == list(protocol_names())
    assert len(set(protocols(5, generator))) == 5
    many = protocols(30, generator)
    assert (len(many), many.count("probe-failure")) == (30, 1)


@pytest.mark.parametrize("protocol", protocol_names())
def test_an_operation_obeys_its_protocol_and_its_variant_violates_it(protocol: str) -> None:
    obeying, violating = module([protocol]), module([protocol], [0])
    (observed,) = violating.observed
    assert obeying.observed[0].expected
    assert not observed.expected
    assert observed.inputs is not None
    assert violations(violating, observed.inputs) == {protocol}
    generator = random.Random(protocol)
    for _ in range(30):
        assert violations(obeying, tuple(generator.choice((0, 0, 1)) for _ in range(60))) == set()


def test_a_violated_protocol_leaves_the_others_alone() -> None:
    source = module(protocol_names(), range(14))
    for observed in source.observed:
        assert observed.inputs is not None
        assert violations(source, observed.inputs) == {observed.protocol}


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("size", [1, 2, 14, 20])
@pytest.mark.parametrize("safe", [True, False])
def test_every_module_is_valid_c(size: int, safe: bool, tmp_path: Path) -> None:
    (tmp_path / "task.c").write_text(FAMILY.generate(size, safe).source)
    command = [str(GCC), "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", str(tmp_path / "task.c")]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""


def test_modules_are_the_same_each_time_and_vary_with_the_seed() -> None:
    assert FAMILY.generate(8, False, 1) == FAMILY.generate(8, False, 1)
    assert FAMILY.generate(8, False, 1).observed != FAMILY.generate(8, False, 2).observed


def test_a_written_module_is_a_task_of_several_properties(tmp_path: Path) -> None:
    safe, unsafe = (load_tasks(path)[0] for path in write(tmp_path, [FAMILY], sizes=[4]))
    assert set(safe.expectations.values()) == {True}
    assert list(unsafe.expectations) == list(safe.expectations)
    assert list(unsafe.expectations.values()).count(False) == 2
    assert (safe.promised, unsafe.promised) == (True, False)
    last = list(safe.expectations)[-1]
    (one,) = load_tasks(tmp_path / "kernel-module" / "kernel-module-4-safe.yml", property_name=last)
    assert list(one.expectations) == [last]


def test_modules_for_a_comparison_differ_and_obey_their_protocols() -> None:
    tasks = module_tasks(8)
    assert len({task.name for task in tasks}) == 8
    assert {task.promised for task in tasks} == {True}
    assert [len(task.expectations) for task in tasks[:6]] == [2, 3, 4, 6, 8, 10]
    assert list(tasks[0].expectations) != list(tasks[6].expectations)


def test_modules_are_as_large_as_they_are_asked_to_be() -> None:
    assert [len(task.expectations) for task in module_tasks(3, sizes=[5, 2])] == [5, 2, 5]


def provident(places: Places) -> int:
    """The provident refinements of a module that is proven by both its properties."""
    (task,) = module_tasks(1, 0, [2], places)
    configuration = Configuration(analysis="predicate", strategy="pcegar-multi", target_coverage="separate", target_limit=0, time_limit=60)
    result = verify(task, configuration)
    assert result.verdict == "true", result.reason
    return result.statistics.provident


def test_each_place_of_a_call_is_a_path_to_its_errors() -> None:
    one, three = provident(Places()), provident(Places(sites=3))
    assert three > one


def test_the_irrelevant_places_are_behind_variables_of_their_own_and_change_no_verdict() -> None:
    text = module(["mutex-twice", "usb-urbs"], places=Places(sites=3, irrelevant=1.0)).source
    assert text.count("operation0();") == 3
    assert text.count("if (mode") == 4
    assert module(["mutex-twice"], places=Places(sites=3)).source.count("mode") == 0
    half = module(["mutex-twice", "usb-urbs"], places=Places(sites=21, irrelevant=0.5)).source.count("if (mode")
    assert 10 <= half <= 30
    assert provident(Places(sites=2, irrelevant=1.0)) > 0


def test_modules_of_other_places_have_other_names() -> None:
    names = {module_tasks(1, 0, [2], places)[0].name for places in (Places(), Places(2), Places(2, 0.5))}
    assert len(names) == 3


@pytest.mark.parametrize(("sites", "irrelevant"), [(0, 0.0), (1, -0.1), (1, 1.1)])
def test_places_that_cannot_be_are_refused(sites: int, irrelevant: float) -> None:
    with pytest.raises(ValueError, match="give"):
        Places(sites, irrelevant)


def test_an_unknown_protocol_is_refused() -> None:
    with pytest.raises(ValueError, match="no operation for 'usb'"):
        module(["usb"])
