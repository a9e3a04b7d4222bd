"""What a program shows before it is analysed of which analyses will have an answer: the prior of ``auto``."""

from __future__ import annotations

from verilab.program.cfa import Program, evaluated
from verilab.program.expressions import BITWISE, Binary, postorder
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store

FEW_INPUTS = 0.02
"""Nondeterministic values for each assume.  Of up to three programs of each of 54 folders of a collection, event-condition-action systems
have less than 0.001, and all others of that size at least 0.015, all but one at least 0.028."""
LEAST_ASSUMES = 100
"""In smaller programs the ratio says nothing."""

OF_NUMBERS = frozenset({"recursion", "conversion of a float out of range"})
"""What is imprecise without concerning memory."""


def has_few_inputs(program: Program) -> bool:
    """Whether the program's branches are decided by its own state, as those of event-condition-action systems."""
    assumes = inputs = 0
    for edge in program.edges:
        match edge.operation:
            case Assume():
                assumes += 1
            case Havoc() | Assign(value=Nondet()) | Store(value=Nondet()):
                inputs += 1
    return assumes >= LEAST_ASSUMES and inputs < FEW_INPUTS * assumes


def has_imprecise_memory(program: Program) -> bool:
    """Whether pointers, external functions or the heap leave values open."""
    return not OF_NUMBERS.issuperset(program.imprecisions)


def computes_with_bits(program: Program) -> bool:
    """Whether some edge computes bit by bit, which formulas over integers do not have exactly."""
    nodes = (node for edge in program.edges for expression in evaluated(edge.operation) for node in postorder(expression))
    return any(isinstance(node, Binary) and node.operator in BITWISE for node in nodes)
