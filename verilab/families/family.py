"""What a task family is: a generator of C programs with a size, and a verdict that is known by construction."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.types import DataModel


class Proof(Enum):
    """An abstract domain that can express why the safe programs of a family are safe."""

    VALUE = "value"  # finitely many assignments of constants to variables
    PREDICATE = "predicate"  # finitely many relations between variables


@dataclass(frozen=True, slots=True)
class Observed:
    """A property that an observer automaton checks: the protocol's name, the verdict, and inputs that violate it where it is False."""

    protocol: str
    expected: bool
    inputs: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    """A program's text and, where it is unsafe, the values of its ``__VERIFIER_nondet_*`` calls that reach the error, in call order.

    ``observed`` are its properties where automata check them, instead of a call of ``reach_error``.
    """

    source: str
    inputs: tuple[int, ...] | None = None
    observed: tuple[Observed, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyTask:
    """One generated program.

    ``expected`` is True where ``reach_error()`` cannot be called, or where the program has ``observed`` properties, where all of them hold.
    ``inputs`` reach the error where it can, in the order of the calls
    of ``__VERIFIER_nondet_int``; it is None for safe programs.
    """

    name: str
    family: str
    size: int
    source: str
    expected: bool
    inputs: tuple[int, ...] | None
    data_model: DataModel = DataModel.ILP32
    observed: tuple[Observed, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A task family.

    ``origin`` names the paper the program is from, empty for our own; ``sizes`` are small sizes that a verifier does in seconds, in
    ascending order, and the first is the smallest possible; ``verdicts`` lists what can be generated; ``proofs`` says which analyses
    can express the proof of the safe programs.
    """

    name: str
    description: str
    sizes: tuple[int, ...]
    build: Callable[[int, bool, random.Random], Generated]
    proofs: frozenset[Proof] = frozenset(Proof)
    verdicts: tuple[bool, ...] = (True, False)
    origin: str = ""

    def generate(self, size: int, safe: bool, seed: int = 0) -> FamilyTask:
        """The program of that size and verdict; ``seed`` varies where the fault is, and what else of the family is random.

        Raises ValueError for a size below the smallest or a verdict that the family does not have.
        """
        if size < self.sizes[0]:
            raise ValueError(f"{self.name} has no size {size}, the smallest is {self.sizes[0]}")
        if safe not in self.verdicts:
            raise ValueError(f"{self.name} has only {'safe' if self.verdicts[0] else 'unsafe'} programs")
        program = self.build(size, safe, random.Random(f"{self.name} {size} {seed}"))
        name = f"{self.name}-{size}-{'safe' if safe else 'unsafe'}" + (f"-{seed}" if seed else "")
        return FamilyTask(name, self.name, size, program.source, safe, None if safe else program.inputs, observed=program.observed)
