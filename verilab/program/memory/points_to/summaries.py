"""What an integer expression may be for the points-to analysis: where addresses in it come from, and its shape as a distance."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import NamedTuple

from verilab.program.types import IntType

Flow = tuple[int, int, int, int]
"""(node, distance, step, count): the node's addresses moved by ``distance`` bytes, then by k steps; 0 <= k < count, any k where it is 0."""


class Summary(NamedTuple):
    """What an expression's value may be: the constant where ``step`` is 0, else any multiple of ``step`` (and ``constant`` is 0)."""

    flows: tuple[Flow, ...]
    constant: int
    step: int


NOTHING = Summary((), 0, 1)


def sum_shape(left: Summary, right: Summary, constant: int) -> tuple[int, int]:
    """The shape of a sum or difference: multiples of different steps are any integer."""
    if not left.step and not right.step:
        return constant, 0
    if left.step == right.step or (not left.step and not left.constant) or (not right.step and not right.constant):
        return 0, max(left.step, right.step)
    return 0, 1


def product_shape(left: Summary, right: Summary) -> tuple[int, int]:
    """The shape of a product: any integer times a constant is any multiple of the constant."""
    if not left.step and not right.step:
        return left.constant * right.constant, 0
    if not left.step or not right.step:
        factor = abs(left.constant * right.step + right.constant * left.step)
        return (0, factor) if factor else (0, 0)
    return 0, left.step * right.step


def signed_distance(value: int, width: int) -> int:
    """The constant, of a signed or an unsigned type of ``width`` bits, as a distance: the representative of least magnitude."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def union(first: Iterable[Flow], second: Iterable[Flow]) -> tuple[Flow, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def wrapped_step(step: int, width: int) -> int:
    """What multiples of ``step`` modulo 2^width are multiples of: ``u * 12u`` is 4 for some u."""
    return gcd(step, 1 << width) if step else 0


def cast_summary(inner: Summary, source: IntType, to_width: int) -> Summary:
    """The value modulo 2^width: a constant keeps its distance, multiples stay multiples of the step where they do not wrap.

    A wider type has the number that an unsigned one had, not the distance that it stood for: 250 of a byte, not -6.
    """
    if not inner.step:
        number = inner.constant & ((1 << source.width) - 1) if to_width > source.width and not source.signed else inner.constant
        return Summary(inner.flows, signed_distance(number, to_width), 0)
    if to_width < source.width:
        return Summary(inner.flows, 0, 1)
    if to_width > source.width and not source.signed:
        return inner._replace(step=wrapped_step(inner.step, source.width))
    return inner


def bytes_of(width: int, bit: int = 0) -> int:
    """The bytes that an access of ``width`` bits overlaps."""
    return (bit + width + 7) // 8
