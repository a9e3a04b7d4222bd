"""Engines and checkers that are kept from one call of ``verilab.interpolate`` to the next: starting one costs more than a query."""

from __future__ import annotations

import atexit
import os
import threading
from collections import OrderedDict
from contextlib import suppress

from pysmt.environment import Environment

from verilab.api.interpolation_errors import UnsupportedInterpolation
from verilab.data_classes import dataclass
from verilab.solving.backend import Backend, QueryContext, SolverSession, Theory
from verilab.solving.interpolation import Interpolator
from verilab.solving.procedures import make_interpolator, make_tree_interpolator, procedure_of, split_procedure, theories_of
from verilab.solving.registry import load_backend

MOST = 12
"""Engines and checkers that are kept, of each thread."""


@dataclass(frozen=True, slots=True)
class Key:
    """What an engine is kept by, beside the environment."""

    engine: str
    logic: str
    tree: bool


@dataclass(frozen=True, slots=True)
class KeptEngine:
    backend: Backend
    interpolator: Interpolator
    procedure: str
    interpolates: frozenset[Theory]

    def close(self) -> None:
        self.interpolator.close()
        self.backend.close()


@dataclass(frozen=True, slots=True)
class KeptChecker:
    backend: Backend
    session: SolverSession

    def close(self) -> None:
        self.session.close()
        self.backend.close()


class Kept(threading.local):
    """The engines and checkers of a thread, by the environment whose terms they know; those not asked for a while are closed."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._held: OrderedDict[tuple[object, int], tuple[Environment, KeptEngine | KeptChecker]] = OrderedDict()

    def find(self, key: object, environment: Environment) -> KeptEngine | KeptChecker | None:
        if self._owner != os.getpid():  # a fork of the one that has them
            self._owner, self._held = os.getpid(), OrderedDict()
        held = self._held.get((key, id(environment)))
        if held is None:
            return None
        self._held.move_to_end((key, id(environment)))
        return held[1]

    def keep(self, key: object, environment: Environment, held: KeptEngine | KeptChecker) -> None:
        self._held[key, id(environment)] = (environment, held)
        if len(self._held) > MOST:
            self._held.popitem(last=False)[1][1].close()

    def drop(self, key: object, environment: Environment) -> None:
        held = self._held.pop((key, id(environment)), None)
        if held is not None:
            with suppress(Exception):  # it is closed because it does not work
                held[1].close()

    def close(self) -> None:
        """Close all of this thread."""
        if self._owner == os.getpid():
            while self._held:
                with suppress(Exception):  # of engines that may have died, at the end
                    self._held.popitem()[1][1].close()


KEPT = Kept()
"""Those of the thread that asks."""
atexit.register(KEPT.close)


def engine_of(key: Key, environment: Environment, theories: frozenset[Theory]) -> KeptEngine:
    kept = KEPT.find(key, environment)
    if isinstance(kept, KeptEngine):
        return kept
    owner, procedure = split_procedure(key.engine)
    backend = load_backend(owner)
    try:
        context = QueryContext()
        if key.tree and not backend.capabilities.trees:
            raise UnsupportedInterpolation("trees", key.engine, theories, trees=True)
        make = make_tree_interpolator if key.tree else make_interpolator
        interpolator = make(backend, procedure, environment, logic=key.logic, context=context)
        bare = split_procedure(interpolator.procedure)[1] or procedure_of(backend, procedure)
        engine = KeptEngine(backend, interpolator, f"{owner}:{bare}", theories_of(backend, bare))
    except BaseException:
        backend.close()
        raise
    KEPT.keep(key, environment, engine)
    return engine


def checker_of(name: str, logic: str, environment: Environment) -> SolverSession:
    kept = KEPT.find((name, logic), environment)
    if isinstance(kept, KeptChecker):
        return kept.session
    backend = load_backend(name)
    checker = KeptChecker(backend, backend.session(environment, logic=logic))
    KEPT.keep((name, logic), environment, checker)
    return checker.session
