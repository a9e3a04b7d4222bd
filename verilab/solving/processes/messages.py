"""What is said between verilab and the worker of a solver, over a ``Line``; terms go by name (``shared_terms``).

A question may begin with changes of the session that are carried out first, and with the definitions of terms that are new to the other
side; so may an answer with definitions.  After a ``Refusal`` for ``Trouble.PROTOCOL`` neither side knows what the other knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum
from fractions import Fraction
from itertools import islice

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.backend import Capabilities, Reduction, Simplification, Status, Value
from verilab.solving.horn import Clause, HornSystem
from verilab.solving.interpolation import Failed, Invalid, NotUnsat, TimedOut, Unsupported


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there?"""


@dataclass(frozen=True, slots=True)
class Close:
    """The session or interpolator of that number is needed no more."""

    number: int


@dataclass(frozen=True, slots=True)
class Begin:
    """A new session, in the place of one of the same number."""

    logic: str
    seed: int


@dataclass(frozen=True, slots=True)
class Push:
    """One level."""


@dataclass(frozen=True, slots=True)
class Pop:
    """So many levels."""

    levels: int


@dataclass(frozen=True, slots=True)
class Add:
    """Formulas, by their names."""

    names: list[str]


Change = Begin | Push | Pop | Add
"""Of a session."""


class Question(Enum):
    """What a session is asked about the terms; IMPLIED whether each is, ALL_SAT for its first cubes, MORE_CUBES for those that follow."""

    CHECK = "check"
    VALUES = "values"
    CORE = "core"
    IMPLIED = "implied"
    ALL_SAT = "all-sat"
    MORE_CUBES = "more-cubes"


@dataclass(frozen=True, slots=True)
class AskSession:
    """``seconds`` is what the answer may take, None for ever."""

    number: int
    question: Question
    terms: list[str] = field(default_factory=list)
    seconds: float | None = None
    before: list[Change] = field(default_factory=list)
    define: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MakeInterpolator:
    """The interpolator of a procedure, by its bare name."""

    number: int
    procedure: str
    logic: str
    seed: int
    reduction: Reduction
    simplification: Simplification


@dataclass(frozen=True, slots=True)
class AlongPath:
    """The terms are a sequence of partitions."""


@dataclass(frozen=True, slots=True)
class OverTree:
    """The terms are the partitions of a tree: see ``TreeInterpolator``."""

    parents: list[int]


@dataclass(frozen=True, slots=True)
class OfClauses:
    """The terms are those of a Horn system of that ``shape``: see ``shape_of``."""

    shape: list[list[int | None]]


@dataclass(frozen=True, slots=True)
class AskInterpolator:
    """For interpolants of the terms."""

    number: int
    query: AlongPath | OverTree | OfClauses
    terms: list[str]
    seconds: float | None = None
    define: list[str] = field(default_factory=list)


Request = Hello | Close | AskSession | MakeInterpolator | AskInterpolator
REQUESTS = (Hello, Close, AskSession, MakeInterpolator, AskInterpolator)
"""What a worker hears."""


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing to say."""


@dataclass(frozen=True, slots=True)
class Present:
    """The backend that a worker serves."""

    name: str
    version: str
    capabilities: Capabilities


@dataclass(frozen=True, slots=True)
class Checked:
    """``reason``: why the status is unknown."""

    status: Status
    reason: str


@dataclass(frozen=True, slots=True)
class Ratio:
    """A value that is a fraction."""

    numerator: int
    denominator: int


@dataclass(frozen=True, slots=True)
class Values:
    """One for each term."""

    values: list[int | bool | Ratio]

    @staticmethod
    def of(values: Sequence[Value]) -> Values:
        return Values([Ratio(value.numerator, value.denominator) if isinstance(value, Fraction) else value for value in values])

    def plain(self) -> list[Value]:
        """The inverse of ``of``."""
        return [Fraction(value.numerator, value.denominator) if isinstance(value, Ratio) else value for value in self.values]


@dataclass(frozen=True, slots=True)
class Core:
    """The places of the core's formulas among the last check's assumptions."""

    places: list[int]


@dataclass(frozen=True, slots=True)
class Implied:
    """For each term whether it is implied, None where that is not known."""

    answers: list[bool | None]


CUBES = 1000
"""Cubes of one answer; the client asks for more."""


@dataclass(frozen=True, slots=True)
class Cubes:
    """Some of those that there are; ``more`` where others may follow."""

    cubes: list[list[bool | None]]
    more: bool


@dataclass(frozen=True, slots=True)
class Interpolated:
    """``Interpolants``, by the names of the formulas."""

    names: list[str]
    procedure: str
    fallback: str


Reply = Done | Present | Checked | Values | Core | Implied | Cubes | Interpolated | NotUnsat | TimedOut | Unsupported | Failed | Invalid


@dataclass(frozen=True, slots=True)
class Answer:
    """``deaths``: what is told of processes that the backend itself has started, where something outside ended them."""

    reply: Reply
    define: list[str] = field(default_factory=list)
    deaths: list[str] = field(default_factory=list)


class Trouble(Enum):
    """Why there is no answer.  PROTOCOL: what one of the two said is nothing that the other understands."""

    GAVE_UP = "gave up"
    MEMORY = "out of memory"
    MISSING = "missing"
    EXCEPTION = "exception"
    PROTOCOL = "protocol"


@dataclass(frozen=True, slots=True)
class Refusal:
    """``text``: the reason, for people."""

    trouble: Trouble
    text: str
    deaths: list[str] = field(default_factory=list)


ANSWERS = (Answer, Refusal)
"""What a worker says."""


def shape_of(system: HornSystem) -> tuple[list[list[int | None]], list[FNode]]:
    """A system as its shape and its terms: the numbers of parameters, then of each clause source, target and numbers of arguments."""
    terms = [symbol for parameters in system.parameters for symbol in parameters]
    shape: list[list[int | None]] = [[len(parameters) for parameters in system.parameters]]
    for clause in system.clauses:
        shape.append([clause.source, clause.target, len(clause.before), len(clause.after)])
        terms += [clause.body, *clause.before, *clause.after]
    return shape, terms


def system_of(shape: list[list[int | None]], terms: Sequence[FNode]) -> HornSystem:
    """The inverse of ``shape_of``."""
    rest = iter(terms)
    parameters = tuple([tuple(islice(rest, count)) for count in shape[0]])
    clauses = []
    for source, target, before, after in shape[1:]:
        clauses.append(Clause(source, target, next(rest), tuple(islice(rest, before)), tuple(islice(rest, after))))
    return HornSystem(parameters, tuple(clauses))
