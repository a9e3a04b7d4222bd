"""Families of the conformance kit over integers and Booleans, in the shape that verilab's encodings give a path.

SSA variables, one partition per block, wrap-around by an auxiliary quotient, branches as disjunctions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.solving.backend import Theory
from verilab.solving.conformance.query import Family

Path = tuple[list[FNode], FNode]


def _integers(environment: Environment) -> Callable[[str, int], FNode]:
    return lambda name, index: environment.formula_manager.Symbol(f"{name}@{index}", INT)


# x0 = 0; x(i+1) = x(i) + 1; ...; x(n) <= n
def counter_chain(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    x = [at("x", i) for i in range(size + 1)]
    steps = [m.Equals(after, m.Plus(before, m.Int(1))) for before, after in pairwise(x)]
    return [m.Equals(x[0], m.Int(0)), *steps], m.LE(x[-1], m.Int(size))


# VMCAI'12 Fig. 1: one disjunctive block moves units between x, y and z, whose sum stays n.
def moving_units(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    n, one = m.Symbol("n", INT), m.Int(1)
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
def wrap_around(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    choose = random.Random(seed)
    word = m.Int(2**32)
    value = 2**32 - choose.randrange(1, 5)
    blocks = [m.Equals(at("v", 0), m.Int(value))]
    for index in range(size):
        step = choose.randrange(1, 9)
        after = at("v", index + 1)
        sum_ = m.Minus(m.Plus(at("v", index), m.Int(step)), m.Times(word, at("q", index)))
        blocks.append(m.And(m.Equals(after, sum_), m.And(m.LE(m.Int(0), after), m.LT(after, word))))
        value = (value + step) % 2**32
    return blocks, m.Equals(at("v", size), m.Int(value))


# two counters in step through a conditional, with irrelevant variables around them
def noisy_pair(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    choose = random.Random(seed)
    blocks = [m.And(m.Equals(at("a", 0), at("b", 0)), m.LE(at("noise", 0), m.Int(choose.randrange(100))))]
    for index in range(size):
        step = m.Int(choose.randrange(1, 5))
        moves = m.And(*(m.Equals(at(name, index + 1), m.Plus(at(name, index), step)) for name in "ab"))
        stays = m.And(*(m.Equals(at(name, index + 1), at(name, index)) for name in "ab"))
        test = m.LT(at("noise", index), at("a", index))
        noise = m.Equals(at("noise", index + 1), m.Plus(at("noise", index), at("local", index)))
        blocks.append(m.And(m.Or(m.And(test, moves), m.And(m.Not(test), stays)), noise))
    return blocks, m.Equals(at("a", size), at("b", size))


# while (i < n) { i++; s += c; }  with a symbolic bound: s = c * i
def guarded_loop(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    rate = m.Int(random.Random(seed).randrange(2, 6))
    n = m.Symbol("bound", INT)
    blocks = [m.And(m.Equals(at("i", 0), m.Int(0)), m.Equals(at("s", 0), m.Int(0)), m.LE(m.Int(0), n))]
    for index in range(size):
        i, s = at("i", index), at("s", index)
        blocks.append(m.And(m.LT(i, n), m.Equals(at("i", index + 1), m.Plus(i, m.Int(1))), m.Equals(at("s", index + 1), m.Plus(s, rate))))
    blocks.append(m.LE(n, at("i", size)))
    return blocks, m.Equals(at("s", size), m.Times(rate, n))


# what needs integers: an even number plus twice anything is even, so that no cut has a rational reason
def parity(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    blocks = [m.Equals(at("e", 0), m.Times(m.Int(2), at("h", 0)))]
    for index in range(size):
        blocks.append(m.Equals(at("e", index + 1), m.Plus(at("e", index), m.Times(m.Int(2), at("k", index)))))
    odd = m.Plus(m.Times(m.Int(2), m.Symbol("odd", INT)), m.Int(1))
    return blocks, m.Not(m.Equals(at("e", size), odd))


# differences: a ring of x(i+1) <= x(i) - 1 beside an unrelated chain
def differences(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    blocks = [m.LE(at("d", 0), m.Symbol("d_limit", INT))]
    for index in range(size):
        unrelated = m.LT(at("other", index), at("other", index + 1))
        blocks.append(m.And(m.LE(at("d", index + 1), m.Minus(at("d", index), m.Int(1))), unrelated))
    return blocks, m.LE(at("d", size), m.Minus(m.Symbol("d_limit", INT), m.Int(size)))


# conditional terms and disequalities: a running maximum never falls below what it saw
def running_maximum(environment: Environment, size: int, seed: int) -> Path:
    m, at = environment.formula_manager, _integers(environment)
    choose = random.Random(seed)
    blocks = [m.Equals(at("max", 0), at("in", 0))]
    for index in range(1, size + 1):
        old, read = at("max", index - 1), at("in", index)
        choice = m.And(m.Not(m.Equals(read, m.Int(choose.randrange(-3, 4)))), m.Equals(at("max", index), m.Ite(m.LT(old, read), read, old)))
        blocks.append(choice)
    seen = at("in", choose.randrange(size + 1))
    return blocks, m.LE(seen, at("max", size))


# a lock that is taken and released on alternate branches
def lock_protocol(environment: Environment, size: int, seed: int) -> Path:
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


# a token that moves in a register of three bits: never two at once
def token_ring(environment: Environment, size: int, seed: int) -> Path:
    m = environment.formula_manager

    def bits(index: int) -> list[FNode]:
        return [m.Symbol(f"t{place}@{index}") for place in range(3)]

    first = bits(0)
    blocks = [m.And(first[0], m.Not(first[1]), m.Not(first[2]))]
    for index in range(size):
        old, new = bits(index), bits(index + 1)
        turn = m.And([m.Iff(new[place], old[place - 1]) for place in range(3)])
        stay = m.And([m.Iff(new[place], old[place]) for place in range(3)])
        blocks.append(m.Or(m.And(m.Symbol(f"go@{index}"), turn), m.And(m.Not(m.Symbol(f"go@{index}")), stay)))
    last = bits(size)
    return blocks, m.Not(m.Or(m.And(last[0], last[1]), m.And(last[1], last[2]), m.And(last[0], last[2])))


_LIA = frozenset({Theory.LIA})

INTEGER_FAMILIES: dict[str, Family] = {
    "counter-chain": Family(counter_chain, "QF_LIA", _LIA, basic=4, long=(20, 50, 100, 200, 500)),
    "moving-units": Family(moving_units, "QF_LIA", _LIA),
    "wrap-around": Family(wrap_around, "QF_LIA", _LIA, long=(10,), seeded=True),
    "noisy-pair": Family(noisy_pair, "QF_LIA", _LIA, basic=2, long=(10,), seeded=True),
    "guarded-loop": Family(guarded_loop, "QF_LIA", _LIA, long=(10, 20, 50), seeded=True),
    "parity": Family(parity, "QF_LIA", _LIA, long=(10,)),
    "differences": Family(differences, "QF_LIA", _LIA, long=(20, 50, 100)),
    "running-maximum": Family(running_maximum, "QF_LIA", _LIA, basic=1, long=(10,), seeded=True),
    "lock-protocol": Family(lock_protocol, "QF_LIA", frozenset(), basic=3, long=(20, 50, 200, 500)),
    "token-ring": Family(token_ring, "QF_LIA", frozenset(), basic=2, long=(10, 50)),
}
