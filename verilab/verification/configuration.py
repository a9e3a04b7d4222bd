"""The configuration of one run: every axis that an experiment varies."""

from __future__ import annotations

from dataclasses import asdict, field, fields
from types import NoneType
from typing import Any, get_args, get_type_hints

from verilab.data_classes import dataclass
from verilab.errors import Refused

AUTO = "auto"
"""What a setting is that depends on the others."""
ANALYSES = (
    AUTO,
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
)
ENCODINGS = ("int", "bv")
ORDERS = ("bfs", "dfs", "rpo", "callstack")
BLOCKS = ("auto", "adjustable", "large", "single", "transformed")
COUNTERS = ("explicit", "symbolic", "symbolic-full")
ENGINES = ("chains", "edges")
ABSTRACTIONS = ("auto", "boolean", "cartesian", "lazy")
SIGNED_OVERFLOW = ("reject", "wrap")
REFUSED_BY_COMPILER = ("unknown", "verdict")
TARGET_COVERAGES = ("covered", "separate")
INITIAL_PRECISIONS = ("empty", "full")
"""Those that are no file."""
VALUE_INTERPOLATIONS = ("first-contradiction", "suffix")
EXTRACTIONS = ("conjuncts", "atoms", "inequalities", "whole")
REDUCTIONS = ("core", "none", "minimal")
FALLBACKS = ("new", "answer", "none")
LOOP_COUNTERS = ("exit-read", "literal")
INTERPOLATES = ("per-target", "tree", "global")
USELESS_CHOICES = ("next", "end")


MOST = 2**63
"""What every number is below: what the columns of rows can hold."""


class ConfigurationError(Refused):
    """A configuration that cannot run; the message names the field, what is wrong and what would work."""


def _setting(default: Any, help: str, *, known: tuple[str, ...] = (), plural: str = "", separator: str = ",") -> Any:
    """A field of a configuration that can be told to people.

    ``known``: the values that it may have, if they are few.  ``plural``: the name of its axis in an experiment that varies it;
    ``separator``: what stands between the values of the axis.
    """
    return field(default=default, metadata={"help": help, "known": known, "plural": plural, "separator": separator})


@dataclass(frozen=True, slots=True)
class Configuration:
    """How to verify a task; every field is an option of the command line, and a column of the rows that runs leave behind.

    ``time_limit`` is wall time in seconds for one task, evidence included; ``cpu_limit`` is CPU time of all its processes;
    ``memory_limit`` is in megabytes of address space beyond what the interpreter and the solvers map at their start.  ``isolate`` serves
    every solver from a process of its own; ``solver_memory`` is the megabytes that one such process may use beyond its start (0: no limit
    of its own).
    ``factors`` are those that every procedure of ``interpolation``, or of the backend, has which names none (``verilab.solving.factors``).
    ``interpolation`` is ``<backend>:<procedure>``, a comma list of them to fall back on in order, portfolios among them
    (``verilab.solving.portfolios``), or "" for the backend's own.  ``checker`` is the backend that checks invariants, ""
    for another one than ``backend``.
    ``record_queries`` is a folder that every interpolation query is written to, "" for none.
    ``block`` "auto" is single for a strategy that slices error paths and for the composite, else adjustable; large where ``counter``
    is symbolic, so that the whole program is one transition relation.
    ``abstraction`` "auto" is boolean, and lazy where "auto" is the analysis and no strategy is given.
    ``refused_by_compiler`` "verdict": a program that gcc refuses, for its syntax or types, has one nevertheless.
    ``target_coverage`` "separate": no target state is covered by another, so that each path to an error in the model is seen (thesis);
    of them a refinement asks for ``target_limit``.  ``value_interpolation`` "suffix": those of FORTE'15 Alg. 2, of the whole path.
    ``fallback`` says when the next procedure of ``interpolation`` is asked: where an answer teaches "new" nothing, where there is no
    "answer", or never ("none").  ``initial_precision`` "full": values of all storages from the start, as explicit-state model checking; any
    other text is a precision file, or a folder with one for each task (``verilab.verification.precisions``); ``export_precision`` is such a
    name to write to.
    ``loop_counter`` "literal": stepped by a constant on an edge inside a loop; "exit-read": stepped in a loop that is left by an assume
    which reads them.
    ``interpolate`` of a strategy that refines for several targets at once: "per-target", each path is a query; "tree", all paths of a round
    are one where a procedure of ``interpolation`` interpolates trees, else as "global": each beginning that is contradictory is a query,
    once for all paths that share it (CPAchecker's global refinement); of the value analysis "global" is its tree of interpolants.
    ``useless_choice`` "end": a refinement has the one candidate that its selection takes, as FORTE'15 Alg. 4 (Refine+) has.
    ``analysis`` "auto" is the phases of ``verilab.verification.phases.portfolio`` in turns, or the composite for a strategy that says which
    analyses propose; predicate alone where ``counter`` is symbolic.  ``counter``:
    "symbolic" numbers the locations that Transformations 1 and 2 leave, "symbolic-full" all.
    """

    analysis: str = _setting("auto", "The analysis", known=ANALYSES, plural="analyses")
    strategy: str = _setting(
        "",
        "A preset, or rank=... propose=... select=... apply=... (see: verilab strategies).",
        plural="strategies",
        separator=";",
    )
    backend: str = _setting("z3", "The solver that checks and abstracts (see: verilab backends).", plural="backends")
    interpolation: str = _setting(
        "", "BACKEND:PROCEDURE, or several to try in order; the backend's own by default.", plural="interpolations", separator=";"
    )
    factors: str = _setting(
        "",
        "Factors of every interpolation procedure that names none itself, as direction=back,proof=pairs (see: verilab queries study).",
        plural="factors",
        separator=";",
    )
    encoding: str = _setting("int", "Integers of the predicate analysis", known=ENCODINGS, plural="encodings")
    checker: str = _setting("", "The solver that checks invariants; another one than --backend by default.", plural="checkers")
    order: str = _setting("bfs", "Waitlist order", known=ORDERS, plural="orders")
    counter: str = _setting("explicit", "Program counter: control flow of the program, or a variable", known=COUNTERS, plural="counters")
    block: str = _setting("auto", "Block operator", known=BLOCKS, plural="blocks")
    block_threshold: int = _setting(2000, "Edges after which an adjustable block ends.", plural="block_thresholds")
    abstraction: str = _setting("auto", "Predicate abstraction", known=ABSTRACTIONS, plural="abstractions")
    engine: str = _setting("chains", "Engine of the value analysis", known=ENGINES, plural="engines")
    recursion_bound: int = _setting(25, "Instances of a recursive function before it is over-approximated.", plural="recursion_bounds")
    signed_overflow: str = _setting(
        "reject", "What becomes of a violation that needs signed overflow", known=SIGNED_OVERFLOW, plural="signed_overflows"
    )
    refused_by_compiler: str = _setting(
        "unknown", "The answer for a program that gcc refuses", known=REFUSED_BY_COMPILER, plural="refused_by_compiler"
    )
    target_coverage: str = _setting(
        "covered", "Whether one target state may cover another", known=TARGET_COVERAGES, plural="target_coverages"
    )
    target_limit: int = _setting(
        1000, "Targets for which one refinement asks; the others are counted and wait. 0: all.", plural="target_limits"
    )
    initial_precision: str = _setting(
        "empty",
        "What is tracked before the first refinement: empty; full (all values); or a precision file, or a folder with one for each task.",
        plural="initial_precisions",
        separator=";",
    )
    export_precision: str = _setting(
        "", "Write the precision that a run ends with to this file, or to a file for each task of this folder."
    )
    value_interpolation: str = _setting(
        "first-contradiction",
        "What a whole path teaches the value analysis",
        known=VALUE_INTERPOLATIONS,
        plural="value_interpolations",
    )
    # Measured on the corpus: conjuncts are as fast as atoms where both end, and end more often.
    extraction: str = _setting("conjuncts", "What of an interpolant becomes a predicate", known=EXTRACTIONS, plural="extractions")
    reduction: str = _setting("core", "What a path is reduced to before it is interpolated", known=REDUCTIONS, plural="reductions")
    fallback: str = _setting(
        "new",
        "When the next interpolation procedure is asked: after an answer with nothing new too, only without an answer, never",
        known=FALLBACKS,
        plural="fallbacks",
    )
    interpolate: str = _setting(
        "per-target",
        "What one interpolation query is about: the path to a target, all paths of a round, or those up to what contradicts first",
        known=INTERPOLATES,
        plural="interpolates",
    )
    loop_counter: str = _setting("exit-read", "What a loop counter is", known=LOOP_COUNTERS, plural="loop_counters")
    useless_choice: str = _setting(
        "next",
        "What follows a choice that adds nothing: the next best candidate gets its turn, or the end",
        known=USELESS_CHOICES,
        plural="useless_choices",
    )
    check_interpolants: bool = _setting(False, "Check every interpolant by another solver.")
    phases_at_once: int = _setting(1, "Phases of auto that run at once; 0: two where the run has two cores.", plural="phases_at_once")
    time_limit: float | None = _setting(60.0, "Seconds of wall time for each run, from its start.")
    cpu_limit: float | None = _setting(None, "Seconds of CPU time for each run, its solver processes included.")
    memory_limit: int | None = _setting(4000, "Megabytes for each run.")
    isolate: bool = _setting(False, "Run every solver in a process of its own.")
    solver_memory: int = _setting(0, "Megabytes for each solver process; 0: only the run's limit.")
    seed: int = _setting(0, "Seed of all that is random: the solvers' choices, and which tasks a command draws.")
    record_queries: str = _setting("", "Write every interpolation query to this folder (see: verilab queries).")

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            known = SETTINGS[name].known
            if known and value not in known:
                raise ConfigurationError(f"{name}={value!r}: unknown; known: {', '.join(known)}")
            if isinstance(value, (int, float)) and not abs(value) < MOST:
                raise ConfigurationError(f"{name}={value}: give a number below {MOST}")
        if self.initial_precision == "full" and self.analysis not in (AUTO, "value", "composite"):
            raise ConfigurationError(
                f"initial_precision='full': analysis={self.analysis!r} tracks no values; give 'value', 'composite' or 'auto'"
            )
        if self.interpolation or self.factors:
            _check_interpolation(self.interpolation, self.factors)
        if self.analysis == "composite" and self.block not in ("auto", "single"):
            raise ConfigurationError(f"block={self.block!r}: the composite steps from edge to edge; give block='single' or 'auto'")
        if self.interpolate == "tree" and self.analysis != "predicate":
            raise ConfigurationError(
                f"interpolate='tree': analysis={self.analysis!r} does not interpolate formulas alone; "
                "give analysis='predicate', or interpolate='per-target'"
            )
        if self.interpolate == "global" and self.analysis not in ("predicate", "value"):
            raise ConfigurationError(
                f"interpolate='global': analysis={self.analysis!r} is not one domain alone; "
                "give analysis='predicate' or 'value', or interpolate='per-target'"
            )
        if self.interpolate == "tree" and self.record_queries:
            raise ConfigurationError("interpolate='tree': record_queries writes sequences, no trees; give 'global' or 'per-target'")
        if self.has_symbolic_counter and self.analysis not in ("auto", "predicate"):
            raise ConfigurationError(
                f"counter={self.counter!r}: analysis={self.analysis!r} needs the program's control flow; give 'predicate' or 'auto'"
            )
        if self.time_limit is not None and not self.time_limit > 0:
            raise ConfigurationError(f"time_limit={self.time_limit}: give a positive number of seconds")
        if self.cpu_limit is not None and not self.cpu_limit > 0:
            raise ConfigurationError(f"cpu_limit={self.cpu_limit}: give a positive number of seconds")
        if self.memory_limit is not None and self.memory_limit < 200:
            raise ConfigurationError(f"memory_limit={self.memory_limit}: give at least 200 (megabytes)")
        if self.solver_memory and self.solver_memory < 50:
            raise ConfigurationError(f"solver_memory={self.solver_memory}: give at least 50 (megabytes), or 0 for no limit")
        if self.block_threshold < 1:
            raise ConfigurationError(f"block_threshold={self.block_threshold}: give at least 1 (edges)")
        if self.target_limit < 0:
            raise ConfigurationError(f"target_limit={self.target_limit}: give a number of targets, or 0 for all")
        if self.phases_at_once < 0:
            raise ConfigurationError(f"phases_at_once={self.phases_at_once}: give a number of phases, or 0 for what the cores allow")
        if self.recursion_bound < 1:
            raise ConfigurationError(f"recursion_bound={self.recursion_bound}: give at least 1")

    @property
    def has_symbolic_counter(self) -> bool:
        """Whether the program is rewritten to a single transition relation."""
        return self.counter != "explicit"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Configuration:
        """The configuration that ``to_json`` wrote; ConfigurationError for unknown fields."""
        unknown = sorted(set(data) - set(SETTINGS))
        if unknown:
            raise ConfigurationError(f"unknown fields: {', '.join(unknown)}; known: {', '.join(sorted(SETTINGS))}")
        return Configuration(**data)


def _check_interpolation(text: str, factors: str) -> None:
    from verilab.solving.factors import FactorError, parse_factors  # only here: most configurations name no procedure
    from verilab.solving.portfolios import PortfolioError, parse_interpolation

    try:
        parse_interpolation(text)
    except PortfolioError as error:
        raise ConfigurationError(f"interpolation={error}") from error
    try:
        parse_factors(factors)
    except FactorError as error:
        raise ConfigurationError(f"factors={error}") from error


@dataclass(frozen=True, slots=True)
class Setting:
    """What people are told of a field of ``Configuration`` (see ``_setting``); ``type`` is that of the values they give.

    ``optional``: it may be None.
    """

    name: str
    type: type
    default: Any
    help: str
    known: tuple[str, ...]
    plural: str
    separator: str
    optional: bool


def _settings() -> dict[str, Setting]:
    types = get_type_hints(Configuration)
    settings = {}
    for setting in fields(Configuration):
        declared = types[setting.name]
        kind = next((part for part in get_args(declared) if part is not NoneType), declared)
        settings[setting.name] = Setting(setting.name, kind, setting.default, **setting.metadata, optional=kind is not declared)
    return settings


SETTINGS = _settings()
"""Every field of a configuration by its name, in their order."""
