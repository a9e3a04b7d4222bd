"""One query, every engine: who answers it, and how large its interpolants are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from pysmt.environment import Environment, get_env
from pysmt.fnode import FNode

from verilab.api.interpolation import Interpolants, interpolate, partitions_of
from verilab.api.interpolation_errors import InterpolationError
from verilab.data_classes import dataclass
from verilab.experiments.queries.measures import Measures, measure
from verilab.solving.registry import list_backends


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine made of a query: its interpolants, or the reason why it has none."""

    engine: str
    interpolants: Interpolants | None = None
    problem: InterpolationError | None = None

    @property
    def outcome(self) -> str:
        """ "valid", or the class of the problem."""
        return "valid" if self.problem is None else type(self.problem).__name__

    @property
    def measures(self) -> Measures:
        """How large the interpolants are together: distinct nodes, atoms, variables."""
        return measure(() if self.interpolants is None else self.interpolants.formulas)


def installed_engines() -> list[str]:
    """The names of all procedures of all backends that are installed."""
    return [f"{entry.name}:{name}" for entry in list_backends() if entry.capabilities for name in entry.capabilities.interpolation]


def interpolate_all(
    formulas: Sequence[FNode] | str | os.PathLike[str],
    engines: Sequence[str] = (),
    *,
    check: bool | str = True,
    parents: Sequence[int] | None = None,
    timeout: float | None = 10.0,
    environment: Environment | None = None,
) -> Iterator[Answer]:
    """The answer of each engine to one query, as ``verilab.interpolate`` asks them; of all that are installed by default.

    The same on the command line: ``verilab interpolate FILE.smt2 --all``.
    """
    environment = environment or get_env()
    partitions = partitions_of(formulas, environment)
    for engine in engines or installed_engines():
        try:
            interpolants = interpolate(partitions, engine, check=check, parents=parents, timeout=timeout, environment=environment)
            yield Answer(engine, interpolants)
        except InterpolationError as error:
            yield Answer(engine, problem=error)
