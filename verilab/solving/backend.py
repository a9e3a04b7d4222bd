"""The protocols between verilab and SMT solvers: ``Backend`` makes ``SolverSession`` and ``Interpolator`` objects.

pySMT terms (FNode, of the run's one Environment) cross the protocol in both directions.  A backend converts them for itself.

How to add a backend
--------------------
1. One file: a class with the members of ``Backend``.  Derive its sessions from ``verilab.solving.session.BaseSession``, which
   keeps clock, deadlines and records and needs seven primitives; ``implied`` and ``all_sat`` come with it.
2. One line: in a package of your own, an entry point ``name = "module:factory"`` of group ``verilab.backends`` (the built-in ones
   are a line of the table in ``verilab.solving.registry``).
3. One conformance test: ``assert verilab.solving.conformance.check_backend(backend, checker).failures == ()``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from verilab.data_classes import dataclass
from verilab.resources import Deadline, SolverClock
from verilab.solving.interpolation import Interpolator
from verilab.solving.records import Recorder

if TYPE_CHECKING:  # pySMT loads z3 where it finds it: who only names backends does not wait for that
    from pysmt.environment import Environment
    from pysmt.fnode import FNode

Value = int | bool | Fraction
"""A model value: bool for Booleans, Fraction for reals, else int; bit-vectors are their unsigned value."""


class Theory(Enum):
    """What a solver can reason about, as far as verilab's queries need it."""

    LIA = "linear integers"
    NIA = "non-linear integers"
    LRA = "linear reals"
    BV = "bit-vectors"
    ARRAYS = "arrays"
    UF = "uninterpreted functions"


class Status(Enum):
    """The answer of a satisfiability check."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class SolverGaveUp(Exception):
    """A question that has no partial answer (``all_sat``, ``values``) ended without one; the message says why."""


class WrongModel(RuntimeError):
    """The values that a solver gives violate what was asserted: nothing that it answers can be trusted."""


class SessionClosed(RuntimeError):
    """A session or an interpolator was used after its ``close``: a mistake of the caller."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do; what it lacks is refused before a run.

    ``interpolation`` maps the bare name of each procedure ("horn") to the theories it interpolates.
    ``trees`` are those of them that interpolate trees too: their interpolators are ``TreeInterpolator`` objects.
    ``loops`` are those of the latter that solve Horn clauses with loops too: their interpolators are ``HornSolver`` objects.
    ``in_process`` is False where the engine must have a process of its own.
    ``preferred``: the procedures that a run tries in this order where its configuration names none; () for all of them.
    ``algorithms``: of a procedure that has several, the procedure that each is, by the algorithm's name (``verilab.solving.factors``).
    ``controls``: the procedures that are no interpolation, and answer where chance or the path's own atoms do; nobody expects it of them.
    ``provers``: the procedures whose cores may come from another backend, ``QueryContext.prover``.
    """

    theories: frozenset[Theory]
    models: bool = True
    unsat_cores: bool = True
    all_sat: bool = True
    interpolation: dict[str, frozenset[Theory]] = field(default_factory=dict)
    in_process: bool = True
    trees: frozenset[str] = frozenset()
    loops: frozenset[str] = frozenset()
    preferred: tuple[str, ...] = ()
    algorithms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    provers: frozenset[str] = frozenset()
    controls: frozenset[str] = frozenset()

    @property
    def default_procedures(self) -> tuple[str, ...]:
        """What a run tries where its configuration names no procedure."""
        return self.preferred or tuple(self.interpolation)


class Reduction(Enum):
    """What becomes of a sequence before it is interpolated (``verilab.solving.reduction``).

    CORE: the conjuncts of an unsatisfiable core are left of it.  MINIMAL: those of one that loses its contradiction with any of them; only
    as a factor of a procedure (``verilab.solving.factors``).  NONE: the engine gets all of it, and no core is asked for; engines that
    find their way on cores only (``farkas``) say so in their answers.  A solver that is asked as a whole, by its own proof
    (``ProcessInterpolator``), is asked in the same way in both.
    """

    CORE = "core"
    NONE = "none"
    MINIMAL = "minimal"


class Simplification(Enum):
    """What becomes of interpolants before they are handed out: nothing; normal forms and what follows from constants and bounds; NEEDED:
    besides, conjuncts that the next step can do without are left out, as a factor of a procedure (``verilab.solving.factors``).
    """

    NONE = "none"
    NORMAL = "normal"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True)
class QueryContext:
    """What the queries of a run share: its deadline, the wall seconds one query may take, the clock, the seed, the reduction, who records.

    ``prover`` makes the sessions that a procedure of ``Capabilities.provers`` takes its cores from; None for the backend's own.
    ``once``: a session is made for one question about all that is asserted.  It may be asked others; this one may be quicker.

    When a query stops because the *run's* deadline has passed, ``OutOfTime`` is raised; when it stops because of ``timeout``
    (or the solver gives up), the answer is UNKNOWN, ``TimedOut`` or ``SolverGaveUp``.
    """

    deadline: Deadline = field(default_factory=Deadline)
    timeout: float | None = None
    clock: SolverClock = field(default_factory=SolverClock)
    seed: int = 0
    recorder: Recorder | None = None
    reduction: Reduction = Reduction.CORE
    simplification: Simplification = Simplification.NORMAL
    prover: Callable[[], SolverSession] | None = None
    once: bool = False

    def seconds(self, timeout: float | None = None) -> float | None:
        """How long a query that starts now may take; ``timeout`` replaces the context's own. Raises OutOfTime when it is zero."""
        self.deadline.check()
        limit = self.timeout if timeout is None else timeout
        rest = self.deadline.remaining()
        if limit is None or rest is None:
            return rest if limit is None else limit
        return min(limit, rest)


class SolverSession(Protocol):
    """An incremental solver: a stack of assertions, and questions about them."""

    reason_unknown: str
    """Why the last check was UNKNOWN: "timeout", or what the solver says."""

    def push(self) -> None: ...

    def pop(self, levels: int = 1) -> None: ...

    def add(self, *formulas: FNode) -> None:
        """Assert formulas on the current level."""
        ...

    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        """Satisfiability of the assertions together with ``assumptions`` (any formulas, for this call only)."""
        ...

    def value(self, term: FNode) -> Value:
        """The value of a term in the model of the last check, which was SAT; terms it does not constrain get some value."""
        ...

    def values(self, terms: Sequence[FNode]) -> list[Value]:
        """``value`` of each term, all in the same model."""
        ...

    def unsat_core(self) -> list[FNode]:
        """Those of the last check's assumptions, in their order, that suffice for UNSAT together with the assertions."""
        ...

    def implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        """Per formula: True where the assertions entail it, False where they entail its negation, else None.

        None also where the solver gave up.  The assertions must be satisfiable (otherwise each answer is True).
        """
        ...

    def all_sat(self, formulas: Sequence[FNode]) -> Generator[tuple[bool | None, ...], None, None]:
        """Disjoint cubes over ``formulas`` whose union is the projection of the assertions' models; None is "either".

        The assertions must not change while the generator is in use, which is closed.  Raises SolverGaveUp where the solver does.
        """
        ...

    def close(self) -> None:
        """Free the solver; doing so again is harmless.  Any later use raises SessionClosed."""
        ...


class Backend(Protocol):
    """One SMT solver."""

    name: str
    version: str
    capabilities: Capabilities

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> SolverSession:
        """A new solver; ``logic`` is an SMT-LIB name (QF_LIA, QF_NIA, QF_BV, QF_ALIA, QF_ABV ...)."""
        ...

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        """A procedure of ``capabilities.interpolation`` by its bare name ("horn"); ValueError for others, naming the known ones."""
        ...

    def close(self) -> None:
        """Free what the backend holds (a worker process)."""
        ...
