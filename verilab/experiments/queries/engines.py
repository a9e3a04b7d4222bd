"""Interpolation engines side by side over one pySMT environment: asked with a fresh time limit, warmed up off the clock."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.resources import cpu_seconds
from verilab.solving.backend import Backend, QueryContext, SolverSession, Theory
from verilab.solving.certificate import NotDecided, Violated, certify
from verilab.solving.interpolation import Failed, Interpolants, Interpolator, Outcome, TimedOut, Unsupported
from verilab.solving.procedures import make_interpolator, procedure_of, split_procedure, theories_of
from verilab.solving.registry import load_backend

CHECK_SECONDS = 10.0
"""What one condition of a certificate may take."""


def full_names(texts: Sequence[str]) -> tuple[str, ...]:
    """``<backend>:<procedure>`` of each engine with its factors, a bare backend's first procedure, without repetition.

    Raises UnknownBackend, FactorError or BackendNotInstalled.
    """
    names: dict[str, None] = {}
    for text in texts:
        owner, procedure = split_procedure(text)
        backend = load_backend(owner)
        names[f"{owner}:{procedure_of(backend, procedure)}"] = None
        backend.close()
    return tuple(names)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine said, in wall seconds and in CPU seconds of this process and of those that it started."""

    outcome: Outcome
    seconds: float = 0.0
    cpu_seconds: float = 0.0


class Share:
    """How much of a core a process gets where others run too, of its last questions; the older one is, the less it counts."""

    MOST = 40.0
    """Times that a limit is stretched, at most."""

    def __init__(self) -> None:
        self._cpu, self._wall = 0.0, 0.0

    def add(self, cpu: float, wall: float) -> None:
        """What a question took, in seconds."""
        self._cpu, self._wall = 0.8 * self._cpu + cpu, 0.8 * self._wall + wall

    @property
    def stretch(self) -> float:
        """Wall seconds for a CPU second, 1 where nothing is known."""
        return min(self.MOST, max(1.0, self._wall / self._cpu)) if self._cpu > 0 else 1.0


class Engines:
    """The engines of one environment; ``timeout`` in wall seconds of one query; ``isolate``: each backend in a process of its own.

    With a ``share`` limits of wall time are stretched by it, so that on a machine that others use too they are about CPU seconds.
    """

    def __init__(
        self, names: Sequence[str], environment: Environment, timeout: float, *, isolate: bool = False, share: Share | None = None
    ) -> None:
        self.names = tuple(names)
        self.environment = environment
        self._timeout = timeout
        self._isolate = isolate
        self._share = share
        self._backends: dict[str, Backend] = {}
        self._interpolators: dict[tuple[str, str], Interpolator] = {}
        self._sessions: dict[tuple[str, str], SolverSession] = {}
        self._cold: set[tuple[str, str]] = set()

    def declares(self, engine: str, theories: frozenset[Theory]) -> bool:
        """Whether the engine's capabilities have these theories."""
        return theories <= self.theories(engine)

    def theories(self, engine: str) -> frozenset[Theory]:
        """What the engine's capabilities declare."""
        owner, procedure = split_procedure(engine)
        return theories_of(self._backend(owner), procedure)

    def ask(self, engine: str, logic: str, partitions: Sequence[FNode]) -> Answer:
        """The engine's outcome and its seconds; what it raises is ``Failed`` or, where it refuses the terms, ``Unsupported``."""
        key = (engine, logic)
        try:
            if key not in self._interpolators:
                self._interpolators[key] = self._make(engine, logic)
                self._cold.add(key)
            interpolator = self._interpolators[key]
            if key in self._cold:
                self._cold.remove(key)
                self._warm_up(interpolator)
        except ValueError as error:
            return Answer(Unsupported(str(error), engine))
        used, start = cpu_seconds(), time.perf_counter()
        try:
            outcome = interpolator.sequence(partitions, timeout=self.wall(self._timeout))
        except ValueError as error:  # a term outside of the logic
            outcome = Unsupported(str(error), engine)
        except Exception as error:  # a defect of one engine must not lose the others' rows
            outcome = Failed(f"{type(error).__name__}: {error}", engine)
        seconds = time.perf_counter() - start
        used = cpu_seconds() - used
        if self._share is not None:
            self._share.add(used, seconds)
        if isinstance(outcome, Failed | TimedOut):
            self._cold.add(key)  # its process may have died: the next start is on nobody's clock either
        return Answer(outcome, seconds, used)

    def wall(self, seconds: float) -> float:
        """The wall seconds that a limit of so many seconds is."""
        return seconds if self._share is None else seconds * self._share.stretch

    def verdict(
        self, checker: str, logic: str, partitions: Sequence[FNode], outcome: Interpolants, seconds: float | None = None
    ) -> tuple[str, str]:
        """ "valid", "invalid" or "unchecked" by the checking backend, and the reason; ``seconds`` for all conditions together."""
        seconds = None if seconds is None else self.wall(seconds)
        if len(outcome.formulas) != len(partitions) - 1:
            return "invalid", f"{len(outcome.formulas)} formulas for {len(partitions) - 1} cuts"
        try:
            session = self.session(checker, logic)
            certificate = certify(session, self.environment, partitions, outcome.formulas, timeout=CHECK_SECONDS, seconds=seconds)
        except Exception as error:  # the logic does not have what the formulas speak of, or the checker has died: the rows go on
            self._sessions.pop((checker, logic), None)
            return "unchecked", str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        if isinstance(certificate, Violated):
            return "invalid", str(certificate)
        return ("unchecked", certificate.reason) if isinstance(certificate, NotDecided) else ("valid", "")

    def session(self, checker: str, logic: str) -> SolverSession:
        """A session of a backend on which nothing is asserted; a check that names no limit has that of a query."""
        key = (checker, logic)
        if key not in self._sessions:
            context = QueryContext(timeout=self._timeout)
            self._sessions[key] = self._backend(checker).session(self.environment, logic=logic, context=context)
        return self._sessions[key]

    def close(self) -> None:
        for interpolator in self._interpolators.values():
            interpolator.close()
        for session in self._sessions.values():
            session.close()
        for backend in self._backends.values():
            backend.close()

    def _backend(self, name: str) -> Backend:
        if name not in self._backends:
            self._backends[name] = load_backend(name, isolate=self._isolate)
        return self._backends[name]

    def _make(self, engine: str, logic: str) -> Interpolator:
        return make_interpolator(self._backend(split_procedure(engine)[0]), engine, self.environment, logic=logic, context=QueryContext())

    def _warm_up(self, interpolator: Interpolator) -> None:
        m = self.environment.formula_manager
        p = m.Symbol("warm up")
        interpolator.sequence([p, m.Not(p)], timeout=max(self._timeout, 10.0))
