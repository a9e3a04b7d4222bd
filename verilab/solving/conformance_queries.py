"""Generated sequences with a known status: what the conformance kit asks a backend.

Each family is a small program's path, block by block, in the shape that verilab's encodings give it: SSA variables, one partition per
block, wrap-around by an auxiliary quotient, branches as disjunctions.  ``sat=True`` turns the final assertion into its negation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, ArrayType, BVType, FunctionType, Type

from verilab.solving.backend import Theory


@dataclass(frozen=True, slots=True)
class Query:
    """``basic`` queries are so small that a procedure for ``theories`` must answer them."""

    name: str
    logic: str
    theories: frozenset[Theory]
    partitions: tuple[FNode, ...]
    satisfiable: bool
    basic: bool


Family = Callable[[Environment, int, int], tuple[list[FNode], FNode]]
"""(environment, size, seed) -> (the blocks of a path, a property that holds at its end)."""


# x0 = 0; x(i+1) = x(i) + 1; ...; x(n) <= n
def counter_chain(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    x = [m.Symbol(f"x@{i}", INT) for i in range(size + 1)]
    steps = [m.Equals(after, m.Plus(before, m.Int(1))) for before, after in pairwise(x)]
    return [m.Equals(x[0], m.Int(0)), *steps], m.LE(x[-1], m.Int(size))


# VMCAI'12 Fig. 1: one disjunctive block moves units between x, y and z, whose sum stays n.
def moving_units(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    n = m.Symbol("n", INT)

    def at(name: str, index: int) -> FNode:
        return m.Symbol(f"{name}@{index}", INT)

    one = m.Int(1)
    blocks = [m.And(m.Equals(n, at("x", 0)), m.Equals(at("y", 0), m.Int(0)), m.Equals(at("z", 0), m.Int(0)))]
    now = dict.fromkeys("xyz", 0)
    for _ in range(size):
        parts = [m.Not(m.Equals(at("x", now["x"]), m.Int(0)))]
        for up, down in ("xy", "yz", "zx"):
            old_up, old_down = at(up, now[up]), at(down, now[down])
            now[up] += 1
            now[down] += 1
            new_up, new_down = at(up, now[up]), at(down, now[down])
            stay = m.And(m.Equals(new_up, old_up), m.Equals(new_down, old_down))
            move = m.And(m.Equals(new_up, m.Plus(old_up, one)), m.Equals(new_down, m.Minus(old_down, one)))
            parts.append(m.Or(stay, move))
        blocks.append(m.And(parts))
    x, y, z = (at(name, now[name]) for name in "xyz")
    return blocks, m.Or(m.Not(m.Equals(x, m.Int(0))), m.Equals(n, m.Plus(y, z)))


# unsigned arithmetic: v' = v + c - 2^32 q with 0 <= v' < 2^32; an even start and even steps never give an odd value
def wrap_around(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    choose = random.Random(seed)
    word = m.Int(2**32)

    def at(index: int) -> FNode:
        return m.Symbol(f"v@{index}", INT)

    def in_range(term: FNode) -> FNode:
        return m.And(m.LE(m.Int(0), term), m.LT(term, word))

    start = 2**32 - choose.randrange(1, 5)
    blocks = [m.Equals(at(0), m.Int(start))]
    value = start
    for index in range(size):
        step = choose.randrange(1, 9)
        quotient = m.Symbol(f"q@{index}", INT)
        sum_ = m.Minus(m.Plus(at(index), m.Int(step)), m.Times(word, quotient))
        blocks.append(m.And(m.Equals(at(index + 1), sum_), in_range(at(index + 1))))
        value = (value + step) % 2**32
    return blocks, m.Equals(at(size), m.Int(value))


# the same with bit-vectors, through both branches of a conditional
def bit_vector_steps(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    choose = random.Random(seed)
    width = choose.choice((8, 16, 32))

    def at(name: str, index: int) -> FNode:
        return m.Symbol(f"{name}{width}@{index}", BVType(width))

    def constant(value: int) -> FNode:
        return m.BV(value % 2**width, width)

    blocks = [m.And(m.Equals(m.BVAnd(at("b", 0), constant(3)), constant(0)), m.BVULT(at("c", 0), constant(4)))]
    for index in range(size):
        old, new = at("b", index), at("b", index + 1)
        branch = m.BVULT(old, at("c", 0))
        step = 4 * choose.randrange(1, 4)
        then = m.And(branch, m.Equals(new, m.BVAdd(old, constant(step))))
        otherwise = m.And(m.Not(branch), m.Equals(new, m.BVXor(old, constant(4))))
        blocks.append(m.Or(then, otherwise))
    return blocks, m.Equals(m.BVAnd(at("b", size), constant(1)), constant(0))


# a lock that is taken and released on alternate branches
def lock_protocol(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager

    def at(name: str, index: int) -> FNode:
        return m.Symbol(f"{name}@{index}")

    blocks = [m.And(m.Not(at("locked", 0)), m.Iff(at("flag", 0), at("locked", 0)))]
    for index in range(size):
        locked, flag, after, flagged = at("locked", index), at("flag", index), at("locked", index + 1), at("flag", index + 1)
        take = m.And(m.Not(flag), after, flagged)
        release = m.And(flag, locked, m.Not(after), m.Not(flagged))
        stay = m.And(m.Iff(after, locked), m.Iff(flagged, flag))
        blocks.append(m.Or(take, release, stay))
    return blocks, m.Iff(at("locked", size), at("flag", size))


# two counters in step through a conditional, with irrelevant variables around them
def noisy_pair(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    choose = random.Random(seed)

    def at(name: str, index: int) -> FNode:
        return m.Symbol(f"{name}@{index}", INT)

    blocks = [m.And(m.Equals(at("a", 0), at("b", 0)), m.LE(at("noise", 0), m.Int(choose.randrange(100))))]
    for index in range(size):
        step = m.Int(choose.randrange(1, 5))
        moves = m.And(*(m.Equals(at(name, index + 1), m.Plus(at(name, index), step)) for name in "ab"))
        stays = m.And(*(m.Equals(at(name, index + 1), at(name, index)) for name in "ab"))
        test = m.LT(at("noise", index), at("a", index))
        noise = m.Equals(at("noise", index + 1), m.Plus(at("noise", index), at("local", index)))
        blocks.append(m.And(m.Or(m.And(test, moves), m.And(m.Not(test), stays)), noise))
    return blocks, m.Equals(at("a", size), at("b", size))


# halving a rational keeps it positive
def real_halving(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    r = [m.Symbol(f"r@{i}", REAL) for i in range(size + 1)]
    steps = [m.Equals(m.Times(m.Real(2), after), before) for before, after in pairwise(r)]
    return [m.LT(m.Real(0), r[0]), *steps], m.LT(m.Real(0), r[-1])


# equal arguments give equal values
def congruence(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    f = m.Symbol("f", FunctionType(INT, [INT]))
    u, v = ([m.Symbol(f"{name}@{i}", INT) for i in range(size + 1)] for name in "uv")
    steps = [m.And(m.Equals(u[i + 1], m.Function(f, [u[i]])), m.Equals(v[i + 1], m.Function(f, [v[i]]))) for i in range(size)]
    return [m.Equals(u[0], v[0]), *steps], m.Equals(u[-1], v[-1])


# a cell that is written once and not again
def array_cell(environment: Environment, size: int, seed: int) -> tuple[list[FNode], FNode]:
    m = environment.formula_manager
    array: Type = ArrayType(INT, INT)
    cells = [m.Symbol(f"cells@{i}", array) for i in range(size + 2)]
    blocks = [m.Equals(cells[1], m.Store(cells[0], m.Int(0), m.Int(7)))]
    for index in range(size):
        position = m.Symbol(f"i@{index}", INT)
        written = m.Equals(cells[index + 2], m.Store(cells[index + 1], position, m.Int(index)))
        blocks.append(m.And(m.LT(m.Int(0), position), written))
    return blocks, m.Equals(m.Select(cells[-1], m.Int(0)), m.Int(7))


# family: (generator, logic, theories, the largest size that is basic)
FAMILIES: dict[str, tuple[Family, str, frozenset[Theory], int]] = {
    "counter-chain": (counter_chain, "QF_LIA", frozenset({Theory.LIA}), 4),
    "moving-units": (moving_units, "QF_LIA", frozenset({Theory.LIA}), 0),
    "wrap-around": (wrap_around, "QF_LIA", frozenset({Theory.LIA}), 0),
    "noisy-pair": (noisy_pair, "QF_LIA", frozenset({Theory.LIA}), 2),
    "lock-protocol": (lock_protocol, "QF_LIA", frozenset(), 3),
    "bit-vector-steps": (bit_vector_steps, "QF_BV", frozenset({Theory.BV}), 0),
    "real-halving": (real_halving, "QF_LRA", frozenset({Theory.LRA}), 1),
    "congruence": (congruence, "QF_UFLIA", frozenset({Theory.UF, Theory.LIA}), 0),
    "array-cell": (array_cell, "QF_ALIA", frozenset({Theory.ARRAYS, Theory.LIA}), 0),
}


def generated_queries(environment: Environment, *, sizes: tuple[int, ...] = (1, 2, 4), seeds: tuple[int, ...] = (0, 1)) -> Iterator[Query]:
    """Every family in every size and seed, unsatisfiable and satisfiable; then the corner cases."""
    for name, (family, logic, theories, basic) in FAMILIES.items():
        for size in sizes:
            for seed in seeds:
                blocks, claim = family(environment, size, seed)
                manager = environment.formula_manager
                label = f"{name}-{size}-{seed}"
                yield Query(label, logic, theories, (*blocks, manager.Not(claim)), False, size <= basic)
                yield Query(f"{label}-sat", logic, theories, (*blocks, claim), True, size <= basic)
    yield from corner_cases(environment)


def corner_cases(environment: Environment) -> Iterator[Query]:
    """Sequences of one, contradictory partitions in each place, cuts without shared variables, repeated conjuncts."""
    m = environment.formula_manager
    x, y, z = (m.Symbol(f"corner_{name}", INT) for name in "xyz")
    p = m.Symbol("corner_p")
    low, high = m.LT(x, m.Int(0)), m.LT(m.Int(0), x)
    unsatisfiable = {
        "one-partition": [m.And(low, high)],
        "first-contradictory": [m.And(low, high), m.LT(y, z), m.LT(z, y)],
        "middle-contradictory": [m.LT(y, z), m.And(low, high), m.LT(z, m.Int(9))],
        "last-contradictory": [m.LT(y, z), m.LT(z, m.Int(5)), m.And(low, high)],
        "constant-false": [low, m.FALSE(), high],
        "true-between": [low, m.TRUE(), m.TRUE(), high],
        "nothing-shared-between": [low, m.LT(y, m.Int(3)), m.LT(z, m.Int(3)), high],
        "shared-by-all": [m.LE(x, y), m.LE(y, z), m.LT(z, x)],
        "repeated-conjunct": [m.And(low, p), m.And(low, m.LT(y, x)), m.And(low, m.LT(m.Int(0), y))],
        "large-constants": [m.Equals(x, m.Int(2**64 - 1)), m.Equals(y, m.Plus(x, m.Int(1))), m.LT(y, m.Int(2**64))],
    }
    theories = frozenset({Theory.LIA})
    for name, partitions in unsatisfiable.items():
        yield Query(name, "QF_LIA", theories, tuple(partitions), False, True)
    yield Query("one-partition-sat", "QF_LIA", theories, (low,), True, True)
    yield Query("unrelated-sat", "QF_LIA", theories, (low, m.LT(y, z), p), True, True)
