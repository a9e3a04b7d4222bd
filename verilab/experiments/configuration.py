"""The configuration of one run: every axis that an experiment varies."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from verilab.errors import Refused

ANALYSES = ("auto", "value", "predicate", "composite")
ENCODINGS = ("int", "bv")
ORDERS = ("bfs", "dfs", "rpo", "callstack")
BLOCKS = ("auto", "adjustable", "large", "single")
ABSTRACTIONS = ("boolean", "cartesian")
SIGNED_OVERFLOW = ("reject", "wrap")


class ConfigurationError(Refused):
    """A configuration that cannot run; the message names the field, what is wrong and what would work."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """How to verify a task.

    ``time_limit`` is wall time in seconds for one task, evidence included; ``memory_limit`` is in megabytes of address space
    beyond what the interpreter and the solvers map at their start.  ``isolate`` serves every solver from a process of its own;
    ``solver_memory`` is the megabytes that one such process may use beyond its start (0: no limit of its own).
    ``interpolation`` is ``<backend>:<procedure>``, a comma list of them to fall back on in order, portfolios among them
    (``verilab.solving.portfolios.portfolio``), or "" for the backend's own.  ``checker`` is the backend that checks invariants, ""
    for another one than ``backend``.
    ``record_queries`` is a folder that every interpolation query is written to, "" for none.
    ``block`` "auto" is single for a strategy that slices error paths and for the composite, else adjustable.
    ``analysis`` "auto" is value and then predicate, or the composite for a strategy that says which analyses propose.
    """

    analysis: str = "auto"
    strategy: str = ""
    backend: str = "z3"
    interpolation: str = ""
    encoding: str = "int"
    checker: str = ""
    order: str = "bfs"
    block: str = "auto"
    block_threshold: int = 2000
    abstraction: str = "boolean"
    engine: str = "chains"
    recursion_bound: int = 25
    signed_overflow: str = "reject"
    check_interpolants: bool = False
    time_limit: float | None = 60.0
    memory_limit: int | None = 4000
    isolate: bool = False
    solver_memory: int = 0
    seed: int = 0
    record_queries: str = ""

    def __post_init__(self) -> None:
        for name, known in _CHOICES.items():
            value = getattr(self, name)
            if value not in known:
                raise ConfigurationError(f"{name}={value!r}: unknown; known: {', '.join(known)}")
        if self.interpolation:
            _check_interpolation(self.interpolation)
        if self.analysis == "composite" and self.block not in ("auto", "single"):
            raise ConfigurationError(f"block={self.block!r}: the composite steps from edge to edge; give block='single' or 'auto'")
        if self.time_limit is not None and not self.time_limit > 0:
            raise ConfigurationError(f"time_limit={self.time_limit}: give a positive number of seconds")
        if self.memory_limit is not None and self.memory_limit < 200:
            raise ConfigurationError(f"memory_limit={self.memory_limit}: give at least 200 (megabytes)")
        if self.solver_memory and self.solver_memory < 50:
            raise ConfigurationError(f"solver_memory={self.solver_memory}: give at least 50 (megabytes), or 0 for no limit")
        if self.block_threshold < 1:
            raise ConfigurationError(f"block_threshold={self.block_threshold}: give at least 1 (edges)")
        if self.recursion_bound < 1:
            raise ConfigurationError(f"recursion_bound={self.recursion_bound}: give at least 1")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Configuration:
        """The configuration that ``to_json`` wrote; ConfigurationError for unknown fields."""
        known = {field.name for field in fields(Configuration)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise ConfigurationError(f"unknown fields: {', '.join(unknown)}; known: {', '.join(sorted(known))}")
        return Configuration(**data)


def _check_interpolation(text: str) -> None:
    from verilab.solving.portfolios.portfolio import PortfolioError, parse_interpolation  # only here: most configurations name no procedure

    try:
        parse_interpolation(text)
    except PortfolioError as error:
        raise ConfigurationError(f"interpolation={error}") from error


_CHOICES = {
    "analysis": ANALYSES,
    "encoding": ENCODINGS,
    "order": ORDERS,
    "block": BLOCKS,
    "abstraction": ABSTRACTIONS,
    "engine": ("chains", "edges"),
    "signed_overflow": SIGNED_OVERFLOW,
}
