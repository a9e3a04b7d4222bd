"""The keywords of the library's calls: the fields of a configuration, their values named as on the command line, or objects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypedDict

from verilab.errors import nearest
from verilab.refinement.strategy import Strategy
from verilab.solving.backend import Backend
from verilab.solving.factors import split_factors
from verilab.solving.portfolios import procedure_names
from verilab.solving.procedures import procedure_of, split_procedure
from verilab.solving.registry import backend_names, define_backend, load_backend
from verilab.verification.configuration import ENGINES, SETTINGS, Configuration, ConfigurationError
from verilab.verification.phases.plan import plan

ENGINE = "engine"
"""Who interpolates: the field ``interpolation``.  For values of ``ENGINES`` it is the field of that name, of the value analysis."""


class Settings(TypedDict, total=False):
    """What a run can be told by keywords, each with the name and the values of the command line's option.

    ``engine``: who interpolates, ``<backend>:<procedure>``, a backend for its first procedure, several separated by commas to fall back
    on in order, or a backend object (``--interpolation``).  ``strategy``: a preset's name, a text of operators, or a ``Strategy``.
    ``backend``: who checks and abstracts, by name or as an object.  ``time_limit`` and ``cpu_limit`` are seconds, ``memory_limit`` and
    ``solver_memory`` megabytes; None is no limit.  All others: see ``verilab.Configuration``.
    """

    analysis: Literal[
        "auto",
        "value",
        "predicate",
        "composite",
        "contracts",
        "induction",
        "testing",
        "unrolling",
        "pdr",
        "heaps",
        "linear-forms",
        "slicing",
    ]
    strategy: str | Strategy
    engine: str | Backend
    backend: str | Backend
    interpolation: str
    factors: str
    encoding: Literal["int", "bv"]
    checker: str
    order: Literal["bfs", "dfs", "rpo", "callstack"]
    counter: Literal["explicit", "symbolic", "symbolic-full"]
    block: Literal["auto", "adjustable", "large", "single", "transformed"]
    block_threshold: int
    abstraction: Literal["auto", "boolean", "cartesian", "lazy"]
    recursion_bound: int
    signed_overflow: Literal["reject", "wrap"]
    refused_by_compiler: Literal["unknown", "verdict"]
    target_coverage: Literal["covered", "separate"]
    target_limit: int
    initial_precision: str
    export_precision: str
    value_interpolation: Literal["first-contradiction", "suffix"]
    extraction: Literal["conjuncts", "atoms", "inequalities", "whole"]
    reduction: Literal["core", "none", "minimal"]
    fallback: Literal["new", "answer", "none"]
    interpolate: Literal["per-target", "tree", "global"]
    loop_counter: Literal["exit-read", "literal"]
    useless_choice: Literal["next", "end"]
    check_interpolants: bool
    phases_at_once: int
    time_limit: float | None
    cpu_limit: float | None
    memory_limit: int | None
    isolate: bool
    solver_memory: int
    seed: int
    record_queries: str


def configured(base: Configuration | None, settings: Mapping[str, Any]) -> Configuration:
    """The configuration ``base`` (the default one) with these settings.

    ConfigurationError, StrategyError or UnknownBackend, which are Refused, for names and values that there are not; each names the nearest.
    """
    base = base or Configuration()
    configuration = replace(base, **_fields(settings)) if settings else base
    plan(configuration)
    return configuration


def axis_values(values: Collection[object]) -> dict[str, object]:
    """The values of an axis by what they are called: by the keys of a mapping, else as they print."""
    if isinstance(values, str):
        raise ConfigurationError(f"{values!r} is one value: give a list of them")
    return dict(values) if isinstance(values, Mapping) else {called(value): value for value in values}


def called(value: object) -> str:
    """How a value of an axis prints: objects by their names with a fingerprint."""
    if isinstance(value, (str, Strategy)) or not hasattr(value, "capabilities"):
        return str(value)
    return define_backend(value)  # type: ignore[arg-type]  # it is looked at there


def _fields(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as fields of a configuration."""
    fields: dict[str, Any] = {}
    known = tuple(SETTINGS)  # which has a field of the name of ENGINE
    for name, value in settings.items():
        if name not in known:
            raise ConfigurationError(f"unknown setting {name!r}; {nearest(name, known)}")
        field = "interpolation" if name == ENGINE and value not in ENGINES else name
        if field in fields:
            raise ConfigurationError(f"{field} is given twice: engine says who interpolates")
        fields[field] = _value(field, value)
    return fields


def _value(field: str, value: Any) -> Any:
    match field:
        case "strategy":
            return str(value) if value is not None else ""
        case "interpolation" | "backend" | "checker":
            text = value if isinstance(value, str) else define_backend(value)
            for name in procedure_names(text) if field == "interpolation" else (text,):
                _check_engine(name)
            return text
    setting = SETTINGS[field]
    if setting.known and value not in setting.known:
        raise ConfigurationError(f"{field}={value!r}: unknown; {nearest(str(value), setting.known)}")
    if not _fits(value, setting.type, optional=setting.optional):
        raise ConfigurationError(
            f"{field}={value!r}: give {'a number' if setting.type is float else f'a value of {setting.type.__name__}'}"
        )
    return value


def _fits(value: object, kind: type, *, optional: bool) -> bool:
    if value is None:
        return optional
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _check_engine(name: str) -> None:
    """UnknownBackend for a backend, or a procedure of one, that there is not; BackendNotInstalled, with how to install it."""
    backend, procedure = split_procedure(name)
    if backend and (procedure or backend not in backend_names()):
        _check_procedure(backend, procedure)


@cache
def _check_procedure(backend: str, procedure: str) -> None:
    loaded = load_backend(backend)
    try:
        if procedure:
            procedure_of(loaded, procedure)
        if (prover := split_factors(procedure)[1].prover) and prover not in backend_names():
            load_backend(prover).close()  # which refuses it
    finally:
        loaded.close()
