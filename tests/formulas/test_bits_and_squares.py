"""What two operands have to do with each other: bits that cannot meet, factors that are equal."""

from __future__ import annotations

import pytest

from tests.formulas.sketches import ENCODINGS, Sketch, blocks_of, equal, satisfiable
from verilab.formulas.encodings.intervals import square
from verilab.program.expressions import Binary, Cast, Constant, Read
from verilab.program.types import INT, IntType

BYTE, LONG = IntType(8, False), IntType(64, True)


@ENCODINGS
@pytest.mark.parametrize("operator", ["|", "^", "+"])
def test_bytes_that_are_put_together_are_exact(kind: str, operator: str) -> None:
    sketch = Sketch()
    high, low, both = sketch.variable("high", BYTE), sketch.variable("low", BYTE), sketch.variable("both")
    shifted = Binary("<<", Cast(Read(high), INT), Constant(8, INT), INT)
    sketch.assign(both, Binary(operator, shifted, Cast(Read(low), INT), INT))
    (block,) = blocks_of(sketch.graph(), kind)
    entry = [equal(block, high, 0xAB), equal(block, low, 0xCD)]
    assert not block.overapproximated
    assert satisfiable(block, *entry, block.at_exit(equal(block, both, 0xABCD)))
    assert not satisfiable(block, *entry, block.vocabulary.terms.negation(block.at_exit(equal(block, both, 0xABCD))))


@pytest.mark.parametrize(("distance", "exact"), [(8, True), (9, True), (7, False)])
def test_bits_that_may_meet_are_not_disjoint(distance: int, exact: bool) -> None:
    sketch = Sketch()
    high, low, both = sketch.variable("high", BYTE), sketch.variable("low", BYTE), sketch.variable("both")
    shifted = Binary("<<", Cast(Read(high), INT), Constant(distance, INT), INT)
    sketch.assign(both, Binary("&", Cast(Read(low), INT), shifted, INT))
    (block,) = blocks_of(sketch.graph(), "int")
    assert block.overapproximated is not exact


@ENCODINGS
def test_a_square_is_not_negative(kind: str) -> None:
    sketch = Sketch()
    x, product = sketch.variable("x"), sketch.variable("product", LONG)
    sketch.assign(product, Binary("*", Cast(Read(x), LONG), Cast(Read(x), LONG), LONG))
    error = sketch.error_unless(Binary(">=", Read(product), Constant(0, LONG), INT))
    assert error not in [block.target.location for block in blocks_of(sketch.graph(), kind)]


@pytest.mark.parametrize("low", range(-4, 5))
@pytest.mark.parametrize("width", [0, 1, 5])
def test_the_interval_of_a_square_is_exact(low: int, width: int) -> None:
    squares = [value * value for value in range(low, low + width + 1)]
    assert square((low, low + width)) == (min(squares), max(squares))
