"""Families of the conformance kit over bit-vectors, reals, uninterpreted functions, arrays, and non-linear integers."""

from __future__ import annotations

import random
from itertools import pairwise

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, ArrayType, BVType, FunctionType, Type

from verilab.solving.backend import Theory
from verilab.solving.conformance.query import Family

Path = tuple[list[FNode], FNode]


# bit-vector steps through both branches of a conditional keep the low bits
def bit_vector_steps(environment: Environment, size: int, seed: int) -> Path:
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


# a counter modulo 2^w: after n steps from c it is c + n, whether or not it overflowed on the way
def bit_vector_counter(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    width = random.Random(seed).choice((4, 8, 32))
    x = [m.Symbol(f"w{width}@{i}", BVType(width)) for i in range(size + 1)]
    start = 2**width - 2
    steps = [m.Equals(after, m.BVAdd(before, m.BV(1, width))) for before, after in pairwise(x)]
    return [m.Equals(x[0], m.BV(start, width)), *steps], m.Equals(x[-1], m.BV((start + size) % 2**width, width))


# casts, shifts and signed comparisons: a byte that is sign-extended, shifted and cut again keeps its sign
def bit_vector_casts(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    byte = [m.Symbol(f"byte@{i}", BVType(8)) for i in range(size + 1)]
    wide = [m.Symbol(f"wide@{i}", BVType(16)) for i in range(size + 1)]
    blocks = [m.BVSLT(byte[0], m.BV(0, 8))]
    for index in range(size):
        widened = m.Equals(wide[index], m.BVConcat(byte[index], m.BVExtract(m.BVSExt(byte[index], 8), 0, 7)))
        blocks.append(m.And(widened, m.Equals(byte[index + 1], m.BVExtract(m.BVAShr(wide[index], m.BV(1, 16)), 8, 15))))
    return blocks, m.BVSLT(byte[-1], m.BV(0, 8))


# halving a rational keeps it positive
def real_halving(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    r = [m.Symbol(f"r@{i}", REAL) for i in range(size + 1)]
    steps = [m.Equals(m.Times(m.Real(2), after), before) for before, after in pairwise(r)]
    return [m.LT(m.Real(0), r[0]), *steps], m.LT(m.Real(0), r[-1])


# a point that moves towards either of two others by a third of the way stays between them
def real_between(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    low, high = m.Symbol("low", REAL), m.Symbol("high", REAL)
    p = [m.Symbol(f"p@{i}", REAL) for i in range(size + 1)]
    blocks = [m.And(m.LE(low, p[0]), m.LE(p[0], high))]
    for before, after in pairwise(p):
        towards = [m.Equals(m.Times(m.Real(3), after), m.Plus(m.Times(m.Real(2), before), end)) for end in (low, high)]
        blocks.append(m.Or(towards))
    return blocks, m.And(m.LE(low, p[-1]), m.LE(p[-1], high))


# equal arguments give equal values
def congruence(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    f = m.Symbol("f", FunctionType(INT, [INT]))
    u, v = ([m.Symbol(f"{name}@{i}", INT) for i in range(size + 1)] for name in "uv")
    steps = [m.And(m.Equals(u[i + 1], m.Function(f, [u[i]])), m.Equals(v[i + 1], m.Function(f, [v[i]]))) for i in range(size)]
    return [m.Equals(u[0], v[0]), *steps], m.Equals(u[-1], v[-1])


# a function that is known to grow, along a chain of its own values
def growing_function(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    g = m.Symbol("g", FunctionType(INT, [INT]))
    y = [m.Symbol(f"y@{i}", INT) for i in range(size + 1)]
    blocks = [m.LE(m.Int(0), y[0])]
    for before, after in pairwise(y):
        blocks.append(m.And(m.LT(before, m.Function(g, [before])), m.Equals(after, m.Function(g, [before]))))
    return blocks, m.LE(m.Int(size), y[-1])


# a cell that is written once and not again
def array_cell(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    array: Type = ArrayType(INT, INT)
    cells = [m.Symbol(f"cells@{i}", array) for i in range(size + 2)]
    blocks = [m.Equals(cells[1], m.Store(cells[0], m.Int(0), m.Int(7)))]
    for index in range(size):
        position = m.Symbol(f"i@{index}", INT)
        written = m.Equals(cells[index + 2], m.Store(cells[index + 1], position, m.Int(index)))
        blocks.append(m.And(m.LT(m.Int(0), position), written))
    return blocks, m.Equals(m.Select(cells[-1], m.Int(0)), m.Int(7))


# the same in a memory of bytes
def memory_cell(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    array: Type = ArrayType(BVType(8), BVType(8))
    cells = [m.Symbol(f"memory@{i}", array) for i in range(size + 2)]
    blocks = [m.Equals(cells[1], m.Store(cells[0], m.BV(0, 8), m.BV(7, 8)))]
    for index in range(size):
        position = m.Symbol(f"p8@{index}", BVType(8))
        written = m.Equals(cells[index + 2], m.Store(cells[index + 1], position, m.BV(index % 256, 8)))
        blocks.append(m.And(m.BVULT(m.BV(0, 8), position), written))
    return blocks, m.Equals(m.Select(cells[-1], m.BV(0, 8)), m.BV(7, 8))


# multiplying what is at least 2 by what is at least 1 gives at least 2
def growing_product(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    product = [m.Symbol(f"product@{i}", INT) for i in range(size + 1)]
    blocks = [m.LE(m.Int(2), product[0])]
    for index, (before, after) in enumerate(pairwise(product)):
        factor = m.Symbol(f"factor@{index}", INT)
        blocks.append(m.And(m.LE(m.Int(1), factor), m.Equals(after, m.Times(before, factor))))
    return blocks, m.LE(m.Int(2), product[-1])


# integers and reals side by side: each has a reason of its own, a Boolean says which of the two must hold
def integers_beside_reals(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager
    n = [m.Symbol(f"n@{i}", INT) for i in range(size + 1)]
    t = [m.Symbol(f"t@{i}", REAL) for i in range(size + 1)]
    which = m.Symbol("which")
    blocks = [m.And(m.Equals(n[0], m.Int(0)), m.LT(m.Real(0), t[0]))]
    for index in range(size):
        grows = m.Equals(n[index + 1], m.Plus(n[index], m.Int(1)))
        blocks.append(m.And(grows, m.Equals(m.Times(m.Real(2), t[index + 1]), t[index])))
    return blocks, m.Ite(which, m.LE(n[-1], m.Int(size)), m.LT(m.Real(0), t[-1]))


_BV, _LRA = frozenset({Theory.BV}), frozenset({Theory.LRA})
_UF, _ARRAYS = frozenset({Theory.UF, Theory.LIA}), frozenset({Theory.ARRAYS, Theory.LIA})

THEORY_FAMILIES: dict[str, Family] = {
    "bit-vector-steps": Family(bit_vector_steps, "QF_BV", _BV, long=(20, 50), seeded=True),
    "bit-vector-counter": Family(bit_vector_counter, "QF_BV", _BV, basic=1, long=(20, 50, 200), seeded=True),
    "bit-vector-casts": Family(bit_vector_casts, "QF_BV", _BV, long=(10, 20)),
    "real-halving": Family(real_halving, "QF_LRA", _LRA, basic=1, long=(20, 50, 100)),
    "real-between": Family(real_between, "QF_LRA", _LRA, long=(10, 20)),
    "congruence": Family(congruence, "QF_UFLIA", _UF, long=(20, 50)),
    "growing-function": Family(growing_function, "QF_UFLIA", _UF, long=(20,)),
    "array-cell": Family(array_cell, "QF_ALIA", _ARRAYS, long=(10,)),
    "memory-cell": Family(memory_cell, "QF_ABV", frozenset({Theory.ARRAYS, Theory.BV}), long=(10,)),
    "growing-product": Family(growing_product, "QF_NIA", frozenset({Theory.NIA, Theory.LIA}), long=(10,)),
    "integers-beside-reals": Family(integers_beside_reals, "QF_LIRA", frozenset({Theory.LIA, Theory.LRA}), long=(10,)),
}
