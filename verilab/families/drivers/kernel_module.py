"""A kernel module observed by automata: ``size`` operations in any order, each under one of 14 protocols (Lukasczyk 2018, §4.4).

Each protocol is a property of its own with a known verdict.  Each costs refinements of its own: a strategy that learns from one error path
at a time needs as many as there are properties, or more.  The unsafe variant violates one protocol for every four operations.

What a comparison of strategies depends on are parameters: ``sites``, the places that each operation is called from, each of which is a
path to each of its errors; and ``irrelevant``, the share of the further places that are behind a variable of their own.  Their paths are
excluded by the value of that variable, which is of use nowhere else, or by the state of the protocol, which excludes those of all places.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.families.drivers.kernel_protocols import BY_PROTOCOL, FLAGS, OPERATIONS, Operation
from verilab.families.family import Family, Generated, Observed
from verilab.families.text import CHOOSE, block, function, indented

_HEAD = "extern int __VERIFIER_nondet_int(void);\n"
_SHARED = "static int shared = 0;\nstatic char memory;"
_ALL = [operation.protocol for operation in OPERATIONS]
_AGAIN = [name for name in _ALL if name != "probe-failure"]  # a module has one function named probe


def protocols(size: int, generator: random.Random) -> list[str]:
    """The protocols of a module's operations: that many of the 14 in any order; past 14 they come again."""
    chosen = generator.sample(_ALL, min(size, len(_ALL)))
    while len(chosen) < size:
        chosen += generator.sample(_AGAIN, min(size - len(chosen), len(_AGAIN)))
    return chosen


@dataclass(frozen=True, slots=True)
class Places:
    """From how many places each operation is called, and the share of all but the first that are irrelevant; ``seed``: which of them.

    ValueError for fewer than one place and shares outside [0, 1].
    """

    sites: int = 1
    irrelevant: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sites < 1:
            raise ValueError(f"sites={self.sites}: give at least 1")
        if not 0 <= self.irrelevant <= 1:
            raise ValueError(f"irrelevant={self.irrelevant}: give a share from 0 to 1")


def module(protocols: Sequence[str], violating: Collection[int] = (), places: Places | None = None) -> Generated:
    """The module whose operations follow these protocols, but for the operations of the numbers in ``violating``.

    Raises ValueError for a protocol that has no operation.
    """
    unknown = [name for name in protocols if name not in BY_PROTOCOL]
    if unknown:
        raise ValueError(f"there is no operation for {unknown[0]!r}; known: {', '.join(BY_PROTOCOL)}")
    operations = [BY_PROTOCOL[name] for name in protocols]
    kernel = dict.fromkeys(text for operation in operations for text in operation.kernel)
    bodies = [_operation(operation, number, number in violating) for number, operation in enumerate(operations)]
    used = _SHARED.splitlines()
    text = "\n".join([*kernel, *bodies])
    shared = [line for line, word in zip(used, ("shared", "memory"), strict=True) if word in text]
    flags = [FLAGS] if "GFP_" in text else []
    parts = [_HEAD, CHOOSE, *shared, *flags, "\n".join(kernel), *bodies, _main(len(operations), places or Places()), ""]
    observed = [_observed(name, protocols, violating) for name in dict.fromkeys(protocols)]
    inputs = next((observation.inputs for observation in observed if observation.inputs is not None), None)
    return Generated("\n".join(part.strip("\n") + "\n" for part in parts if part).rstrip("\n") + "\n", inputs, tuple(observed))


def _operation(operation: Operation, number: int, violates: bool) -> str:
    variant = operation.violates if violates else operation.obeys
    parts = [_filled(operation.state, variant)] if operation.state else []
    parts.append(function("static void operation@(void)", _filled(operation.body, variant).splitlines()))
    parts.append(function("static void remove@(void)", _filled(operation.cleanup, variant).splitlines()))
    return "\n".join(parts).replace("@", str(number))


def _filled(text: str, variant: str) -> str:
    """The text with the variant in the place of its ``$``, indented as that is."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip() == "$":
            levels = (len(line) - len(line.lstrip())) // 2
            lines += indented(variant.splitlines(), levels)
        else:
            lines.append(line)
    return "\n".join(lines)


def _main(count: int, places: Places) -> str:
    chance = random.Random(places.seed)
    begin: list[str] = []
    cases: list[str] = []
    for site in range(places.sites):
        for number in range(count):
            case, call = count * site + number, [f"operation{number}();"]
            if site and chance.random() < places.irrelevant:
                begin.append(f"int mode{case} = {case};")
                call = block(f"if (mode{case} != {case})", call)
            cases += [f"case {case}:", *indented([*call, "break;"], 1)]
    loop = block("while (choose())", block("switch (__VERIFIER_nondet_int())", cases))
    removal = [f"remove{number}();" for number in reversed(range(count))]
    return function("int main(void)", [*begin, *loop, *removal, "return 0;"])


def _observed(name: str, protocols: Sequence[str], violating: Collection[int]) -> Observed:
    broken = [number for number in sorted(violating) if protocols[number] == name]
    if not broken:
        return Observed(name, True)
    return Observed(name, False, (1, broken[0], *BY_PROTOCOL[name].inputs, 0))


def _build(size: int, safe: bool, generator: random.Random) -> Generated:
    chosen = protocols(size, generator)
    return module(chosen, [] if safe else generator.sample(range(size), 1 + size // 4))


def varied(places: Places) -> Family:
    """The family with operations that are called from such places."""

    def build(size: int, safe: bool, generator: random.Random) -> Generated:
        chosen = protocols(size, generator)
        violating = [] if safe else generator.sample(range(size), 1 + size // 4)
        return module(chosen, violating, replace(places, seed=generator.randrange(2**32)))

    return replace(FAMILY, build=build)


FAMILY = Family(
    "kernel-module",
    "operations of a kernel module, each under a protocol that an observer automaton checks",
    (1, 2, 4, 8, 14),
    _build,
    origin="Lukasczyk 2018",
)
