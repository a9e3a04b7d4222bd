"""Why there are no interpolants: an exception for each kind of failure, all of them ``InterpolationError``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress

from pysmt.fnode import FNode

from verilab.errors import Refused
from verilab.solving.backend import Theory
from verilab.solving.certificate import Condition, Violated
from verilab.solving.registry import BackendNotInstalled, backend_names, load_backend


class InterpolationError(Refused):
    """There are no interpolants, for the reason that the class says; ``procedure`` is who was asked, ``<backend>:<procedure>``."""

    def __init__(self, message: str, procedure: str) -> None:
        super().__init__(f"{procedure}: {message}")
        self.procedure = procedure


class Satisfiable(InterpolationError):
    """The formulas are satisfiable together: nothing separates them."""


class InterpolationTimedOut(InterpolationError):
    """The query's limit of time passed, ``seconds``; None where the engine stopped by itself."""

    def __init__(self, procedure: str, seconds: float | None) -> None:
        super().__init__("timed out" + ("" if seconds is None else f" after {seconds:g} s"), procedure)
        self.seconds = seconds


class UnsupportedInterpolation(InterpolationError):
    """The procedure does not interpolate such formulas; the message names an installed engine that does, if there is one."""

    def __init__(self, reason: str, procedure: str, theories: frozenset[Theory] | None, *, trees: bool = False) -> None:
        """``theories``: those that are needed, None for what no backend knows."""
        self._wanted = theories, trees
        other = next((name for name in _able(theories, trees=trees) if name != procedure), "")
        hint = f'; an engine that can is engine="{other}"' if other else "; no installed engine can (see: verilab backends)"
        super().__init__(f"does not interpolate this: {reason}{hint}", procedure)

    @property
    def engines(self) -> tuple[str, ...]:
        """All installed engines that declare such formulas."""
        theories, trees = self._wanted
        return tuple(name for name in _able(theories, trees=trees) if name != self.procedure)


class InterpolationFailed(InterpolationError):
    """The procedure gave up, crashed or was killed; or nobody could check its answer."""


class InvalidInterpolants(InterpolationError):
    """The answer is wrong: it breaks a ``condition`` at a ``cut`` (from 1; of a tree the node), as the solver ``checked_by`` found."""

    def __init__(self, violated: Violated, procedure: str, checked_by: str, formulas: tuple[FNode, ...]) -> None:
        super().__init__(f"gave no interpolants: {checked_by} refutes {violated}", procedure)
        self.condition: Condition = violated.condition
        self.cut = violated.cut
        self.checked_by = checked_by
        self.formulas = formulas


def _able(theories: frozenset[Theory] | None, *, trees: bool) -> Iterator[str]:
    """The installed engines that interpolate formulas of these theories, backend by backend."""
    for backend in () if theories is None else backend_names():
        with suppress(BackendNotInstalled), closing(load_backend(backend)) as loaded:  # what is not there can do nothing
            able = loaded.capabilities
            for name, known in able.interpolation.items():
                if theories is not None and theories <= known and (not trees or name in able.trees):
                    yield f"{backend}:{name}"
