"""Constants of the path: what an interpolant names beside the numerals that the query writes."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.typing import INT, BVType

from verilab.experiments.queries.path_constants import path_constants


class Loop:
    """i = 0; while (i < 9) i = i + 3;   of 32 bits, thrice around."""

    def __init__(self) -> None:
        self.environment = Environment()
        self.m = m = self.environment.formula_manager
        self.i = [m.Symbol(f"i@{index}", BVType(32)) for index in range(4)]
        steps = [
            m.And(m.BVULT(before, self.number(9)), m.Equals(after, m.BVAdd(before, self.number(3))))
            for before, after in zip(self.i, self.i[1:], strict=False)
        ]
        self.partitions = [m.Equals(self.i[0], self.number(0)), *steps, m.BVULT(self.number(9), self.i[3])]

    def number(self, value: int, width: int = 32) -> object:
        return self.m.BV(value % (1 << width), width)


def test_a_value_that_a_path_computed_is_one_of_the_path() -> None:
    loop = Loop()
    assert path_constants(loop.partitions, [loop.m.Equals(loop.i[2], loop.number(6))]) == {6}
    assert path_constants(loop.partitions, [loop.m.BVULE(loop.i[2], loop.number(6))]) == {6}


def test_what_is_only_added_is_no_value_of_the_program() -> None:
    loop = Loop()
    assert path_constants(loop.partitions, [loop.m.Equals(loop.i[1], loop.number(3))]) == {3}
    assert path_constants(loop.partitions, [loop.m.Equals(loop.i[2], loop.m.BVAdd(loop.i[1], loop.number(3)))]) == set()


def test_bounds_that_the_program_tests_are_the_programs_and_so_are_their_neighbours() -> None:
    loop = Loop()
    at_most = loop.m.BVULE
    assert path_constants(loop.partitions, [at_most(loop.i[1], loop.number(9)), at_most(loop.number(10), loop.i[1])]) == set()
    assert path_constants(loop.partitions, [loop.m.BVSLT(loop.i[1], loop.number(-(1 << 31)))]) == set()
    assert path_constants(loop.partitions, [loop.m.Equals(loop.i[1], loop.number(10))]) == {10}


def test_a_sum_counts_by_the_sum_of_its_numerals() -> None:
    loop = Loop()
    twice = loop.m.BVAdd(loop.m.BVAdd(loop.i[1], loop.number(3)), loop.number(3))
    assert path_constants(loop.partitions, [loop.m.BVULT(twice, loop.number(9))]) == {6}


def test_bits_that_are_cut_out_say_a_value_too() -> None:
    loop = Loop()
    bits = loop.m.Equals(loop.m.BVExtract(loop.i[2], 1, 2), loop.number(3, 2))
    assert path_constants(loop.partitions, [bits]) == {6}
    tested = [*loop.partitions[:-1], loop.m.Equals(loop.m.BVURem(loop.i[3], loop.number(8)), loop.number(5))]
    parity = loop.m.Equals(loop.m.BVExtract(loop.i[2], 0, 2), loop.number(5, 3))
    assert path_constants(tested, [parity]) == set()
    assert path_constants(loop.partitions, [parity]) == {5}


def test_integers_have_no_least_number() -> None:
    m = Environment().formula_manager
    x, y = (m.Symbol(name, INT) for name in "xy")
    partitions = [m.Equals(x, m.Int(0)), m.Equals(y, m.Plus(x, m.Int(2))), m.GT(y, m.Int(7))]
    assert path_constants(partitions, [m.LE(x, m.Int(0)), m.LE(y, m.Int(2))]) == {2}
    assert path_constants(partitions, [m.LE(y, m.Int(8)), m.Equals(x, y)]) == set()
