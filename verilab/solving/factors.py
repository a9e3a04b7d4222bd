"""Factors of interpolation: what there is to choose about a procedure besides the engine, each of them an axis of its name.

    mathsat:proofs(direction=back, proof=pairs)        a procedure with two factors that are not its own
    z3:horn                                            a procedure as its engine has it

=================  ================================================================================================================
direction          ``front``: of A_1 .. A_n, as the engine is asked.  ``back``: of A_n .. A_1, negated (``verilab.solving.dual``).
                   ``conjoined``, ``disjoined``: both answers together, cut by cut.
proof              ``whole``: the sequence in one question, of one proof where the engine has one.  ``pairs``: a chain of questions, each
                   about the pair  I_(k-1) and A_k,  A_(k+1) and .. and A_n.
algorithm          how a proof's interpolants are put together: what the engine names so (mcmillan, pudlak, inverse ...).
reduction          of the sequence before: ``none``; ``core``, an unsatisfiable core; ``minimal``, one that loses its contradiction with
                   any conjunct.
simplification     of the answer after: ``none``; ``normal``; ``needed``, without the conjuncts that the next step can do without.
auxiliary          invariants that are conjoined to the sequence before: ``none``; ``intervals``, bounds of its integers and reals at each
                   cut (``verilab.solving.auxiliary``).
prover             the backend whose cores say what is not needed, where the engine's own models say what is wanted: the other side.
=================  ================================================================================================================

All of them keep what an interpolant sequence is (``verilab.solving.procedure`` has the reasons), and none of them is asked for trees.
"""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum

from verilab.data_classes import dataclass
from verilab.errors import Refused, nearest
from verilab.solving.backend import Capabilities, Reduction, Simplification, Theory


class FactorError(Refused):
    """A text that is no procedure with factors, or a factor that a procedure has not; the message says what would work."""


class Direction(Enum):
    """From which end a sequence is interpolated."""

    FRONT = "front"
    BACK = "back"
    CONJOINED = "conjoined"
    DISJOINED = "disjoined"


class Proof(Enum):
    """Whether all cuts are of one question, or each of one of its own."""

    WHOLE = "whole"
    PAIRS = "pairs"


class Auxiliary(Enum):
    """Which invariants are conjoined to a sequence before it is interpolated."""

    NONE = "none"
    INTERVALS = "intervals"


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of a procedure; None and "" for what its engine does by itself."""

    direction: Direction = Direction.FRONT
    proof: Proof = Proof.WHOLE
    algorithm: str = ""
    reduction: Reduction | None = None
    simplification: Simplification | None = None
    prover: str = ""
    auxiliary: Auxiliary = Auxiliary.NONE

    def __str__(self) -> str:
        """As in a name: "(direction=back,proof=pairs)"; "" for a procedure as its engine has it."""
        settings = [f"{name}={value}" for name, value in self.named().items()]
        return f"({','.join(settings)})" if settings else ""

    def named(self) -> dict[str, str]:
        """The factors that are not the engine's own, by name."""
        usual, own = Factors(), {}
        for name in FACTORS:
            value = getattr(self, name)
            if value != getattr(usual, name):
                own[name] = str(value.value) if isinstance(value, Enum) else str(value)
        return own

    def over(self, others: Factors) -> Factors:
        """These factors, and the others' where these are the engine's own."""
        usual = Factors()
        own = {name: getattr(self, name) for name in FACTORS if getattr(self, name) != getattr(usual, name)}
        return replace(others, **own)


FACTORS: tuple[str, ...] = tuple(factor.name for factor in fields(Factors))
_KINDS: dict[str, type[Enum]] = {
    "direction": Direction,
    "proof": Proof,
    "reduction": Reduction,
    "simplification": Simplification,
    "auxiliary": Auxiliary,
}


def levels(factor: str) -> tuple[str, ...]:
    """The values of a factor; () where they are the engines' own names."""
    return tuple(str(level.value) for level in _KINDS[factor]) if factor in _KINDS else ()


def parse_factors(text: str) -> Factors:
    """The factors of a comma list FACTOR=VALUE.  FactorError for others than those of the table above."""
    values: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in FACTORS:
            raise FactorError(f"{part!r}: unknown factor {name!r}; {nearest(name, FACTORS)}")
        if not equals or not value:
            raise FactorError(f"{part!r}: give the factor a value, {name}={'|'.join(levels(name)) or 'NAME'}")
        if name in values:
            raise FactorError(f"{text!r}: the factor {name!r} is given twice")
        known = levels(name)
        if known and value not in known:
            raise FactorError(f"{part!r}: unknown {name} {value!r}; {nearest(value, known)}")
        values[name] = _KINDS[name](value) if known else value
    return Factors(**values)  # type: ignore[arg-type]  # each is of the kind of its field


def split_factors(name: str) -> tuple[str, Factors]:
    """``"z3:horn(direction=back)"`` as ``("z3:horn", Factors(...))``.  FactorError where the parentheses hold no factors."""
    bare, opened, rest = name.partition("(")
    if not opened:
        return name.strip(), Factors()
    if not rest.rstrip().endswith(")"):
        raise FactorError(f"{name!r}: a parenthesis that is not closed; give BACKEND:PROCEDURE(FACTOR=VALUE, ...)")
    try:
        return bare.strip(), parse_factors(rest.rstrip()[:-1])
    except FactorError as error:
        raise FactorError(f"{name}: {error}") from None


def with_factors(name: str, factors: Factors) -> str:
    """A procedure's name with these factors where it has none of its own."""
    bare, own = split_factors(name)
    return f"{bare}{own.over(factors)}"


def split_names(text: str) -> list[str]:
    """The names of a comma list, whose factors have commas too; ValueError for parentheses that do not fit."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            raise FactorError(f"{text!r}: a closing parenthesis too many")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    if depth:
        raise FactorError(f"{text!r}: a parenthesis that is not closed")
    return [part.strip() for part in parts if part.strip()]


def check_factors(backend: str, capabilities: Capabilities, procedure: str, factors: Factors) -> None:
    """FactorError for a factor that the procedure of this backend has not."""
    name = f"{backend}:{procedure}"
    algorithms = capabilities.algorithms.get(procedure, {})
    if factors.algorithm and factors.algorithm not in algorithms:
        known = f"it has: {', '.join(algorithms)}" if algorithms else "its engine has one way only; leave the algorithm out"
        raise FactorError(f"{name} has no algorithm {factors.algorithm!r}; {known}")
    if factors.reduction in (Reduction.CORE, Reduction.MINIMAL) and not capabilities.unsat_cores:
        raise FactorError(f"{name}: reduction={factors.reduction.value}: {backend} has no unsatisfiable cores; give reduction=none")
    if factors.simplification is Simplification.NEEDED and not capabilities.unsat_cores:
        raise FactorError(f"{name}: simplification=needed: {backend} has no unsatisfiable cores; give simplification=normal")
    bounded = {Theory.LIA, Theory.NIA, Theory.LRA}
    if factors.auxiliary is Auxiliary.INTERVALS and not capabilities.interpolation.get(procedure, frozenset()) & bounded:
        raise FactorError(f"{name}: auxiliary=intervals: it interpolates neither integers nor reals; leave the factor out")
    if factors.prover and procedure not in capabilities.provers:
        able = ", ".join(sorted(capabilities.provers))
        known = f"give one of {backend}'s procedures that can: {able}" if able else f"{backend} has no procedure of two sides here"
        raise FactorError(f"{name}: prover={factors.prover}: the engine proves by itself; {known}")
