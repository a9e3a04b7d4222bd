"""Lowering: from the syntax tree of a C translation unit to a control-flow automaton over assignments and assumes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from verilab.program.automata.model import Automaton
from verilab.program.cfa import Program
from verilab.program.errors import InputError
from verilab.program.lowering import program
from verilab.program.lowering.collection import paused_collection
from verilab.program.lowering.declarations import declarations
from verilab.program.lowering.environment import builtins, known_functions
from verilab.program.lowering.expressions import conditions, generic, rvalues
from verilab.program.lowering.gnu import assembly, labels, nested_functions
from verilab.program.lowering.options import LoweringOptions
from verilab.program.lowering.statements import statements, switch
from verilab.program.stack import with_deep_stack
from verilab.program.types import DataModel


def lower(
    unit: Any,
    data_model: DataModel = DataModel.ILP32,
    error_convention: Iterable[str] = ("reach_error", "__VERIFIER_error"),
    name: str = "<program>",
    options: LoweringOptions | None = None,
    automata: Sequence[Automaton] = (),
) -> Program:
    """The program of a translation unit.

    ``error_convention`` names what a violation is: calls of functions (``reach_error``) and labels (``label ERROR``).
    ``automata`` are observed beside it, each a property of its own; their names must differ.
    Raises InputError, with the place in the source, where the file is not a well-typed C program.
    """
    try:
        with paused_collection():
            chosen = options or LoweringOptions()
            return with_deep_stack(lambda: program.lower_unit(unit, data_model, error_convention, name, chosen, automata))
    except RecursionError:
        raise InputError("the program is nested too deeply", file=name, hint="split its deepest expression or statement") from None


__all__ = ["LoweringOptions", "lower"]
_REGISTERED = (
    assembly,
    builtins,
    conditions,
    declarations,
    rvalues,
    generic,
    labels,
    known_functions,
    nested_functions,
    statements,
    switch,
)
