"""An extension by linear forms is accepted as it is made, and rejected where it may do less than the original or says something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pysmt.environment import Environment

from verilab.evidence.linear_forms import broken_extension
from verilab.evidence.results import Rejected
from verilab.program.cfa import Edge
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.linear_forms.extension import Extension, extended
from verilab.program.linear_forms.forms import form
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.syntax import parse_text
from verilab.program.tasks import load_tasks
from verilab.program.types import INT, DataModel
from verilab.resources import Deadline
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

PROGRAM = """extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
unsigned x, y;
static void step(void) { x += 2; }
int main(void) { x = __VERIFIER_nondet_uint(); y = x;
 while (__VERIFIER_nondet_uint()) { if (x == y + 4) { y = x; } step(); if (x == y + WRONG) reach_error(); } return 0; }"""


def sample() -> Extension:
    text = PROGRAM.replace("WRONG", "6")
    extension = extended(lower(parse_text(text, "program.c", DataModel.LP64), DataModel.LP64))
    assert extension is not None
    return extension


def broken(extension: Extension) -> Rejected | None:
    return broken_extension(extension, Environment(), Deadline())


def _assignments(extension: Extension) -> Iterator[tuple[Edge, Assign]]:
    """The edges that change a form's variable."""
    for edge, chain in extension.chains.items():
        for link in chain:
            if isinstance(link.operation, Assign) and link.operation is not edge.operation:
                yield link, link.operation


def _conditions(extension: Extension) -> Iterator[tuple[Edge, Assume, Binary]]:
    """The edges that assume something of a form's variable."""
    for edge, chain in extension.chains.items():
        for link in chain:
            if isinstance(link.operation, Assume) and link.operation is not edge.operation:
                assert isinstance(link.operation.condition, Binary)
                yield link, link.operation, link.operation.condition


def test_an_extension_as_it_is_made_is_accepted() -> None:
    assert broken(sample()) is None


def _another_constant(extension: Extension) -> Extension:
    for link, operation in _assignments(extension):
        if isinstance(value := operation.value, Binary):
            link.operation = Assign(operation.target, Binary(value.operator, value.left, Constant(5, value.type), value.type))
            return extension
    raise AssertionError


def _no_update(extension: Extension) -> Extension:
    link, operation = next(_assignments(extension))
    link.operation = Assign(operation.target, Read(operation.target))
    return extension


def _another_condition(extension: Extension) -> Extension:
    link, operation, condition = next(_conditions(extension))
    assert isinstance(condition.right, Constant)
    other = Constant(condition.right.value ^ 1, condition.right.type)
    link.operation = Assume(Binary("==", condition.left, other, INT), operation.positive)
    return extension


def _the_opposite(extension: Extension) -> Extension:
    link, operation, condition = next(_conditions(extension))
    link.operation = Assume(condition, not operation.positive)
    return extension


def _condition_in_front(extension: Extension) -> Extension:
    """Of a form, before the operation that it follows from."""
    for edge, chain in extension.chains.items():
        if len(chain) > 1 and isinstance(edge.operation, Assume) and isinstance(chain[1].operation, Assume):
            chain[0].operation, chain[1].operation = chain[1].operation, chain[0].operation
            return extension
    raise AssertionError


def _variable_of_the_program(extension: Extension) -> Extension:
    link, _ = next(_assignments(extension))
    x = extension.original.variable("x")
    link.operation = Assign(x, Constant(0, x.type))
    return extension


def _any_value(extension: Extension) -> Extension:
    link, operation = next(_assignments(extension))
    link.operation = Assign(operation.target, Nondet(operation.target.type, NondetKind.INPUT, "any"))
    return extension


def _chain_left_out(extension: Extension) -> Extension:
    chains = dict(extension.chains)
    del chains[next(edge for edge in chains if isinstance(edge.operation, Assign))]
    return replace(extension, chains=chains)


def _edge_taken_away(extension: Extension) -> Extension:
    chain = next(chain for chain in extension.chains.values() if len(chain) > 1)
    chain[1].source.leaving.clear()
    return extension


def _no_error(extension: Extension) -> Extension:
    for location in extension.program.error_locations:
        location.is_error = False
    return extension


def _another_form(extension: Extension) -> Extension:
    x = extension.original.variable("x")
    return replace(extension, forms={variable: form({x: 1}, 0, 32) for variable in extension.forms})


def _program_variable_as_form(extension: Extension) -> Extension:
    x = extension.original.variable("x")
    return replace(extension, forms={x: form({x: 1}, 0, 32)})


TAMPERED: list[Callable[[Extension], Extension]] = [
    _another_constant,
    _no_update,
    _another_condition,
    _the_opposite,
    _condition_in_front,
    _variable_of_the_program,
    _any_value,
    _chain_left_out,
    _edge_taken_away,
    _no_error,
    _another_form,
    _program_variable_as_form,
]


@pytest.mark.parametrize("tamper", TAMPERED, ids=[tamper.__name__.strip("_") for tamper in TAMPERED])
def test_an_extension_that_was_tampered_with_is_rejected(tamper: Callable[[Extension], Extension]) -> None:
    assert isinstance(broken(tamper(sample())), Rejected)


@pytest.mark.parametrize(("wrong", "verdict"), [("6", "true"), ("3", "true"), ("4", "false"), ("2", "false")])
def test_forms_decide_what_inputs_leave_open(tmp_path: Path, wrong: str, verdict: str) -> None:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM.replace("WRONG", wrong))
    (task,) = load_tasks(source, data_model=DataModel.LP64)
    result = verify(task, Configuration(analysis="linear-forms", time_limit=120))
    assert (result.verdict, result.evidence.accepted) == (verdict, True)
    assert verdict == "false" or result.evidence.kind == "linear forms"
