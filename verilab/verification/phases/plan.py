"""The phases of a run: which analyses a configuration asks for, in which order, and their shares of the time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.cfa import Program
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.features import computes_with_bits, has_few_inputs, has_imprecise_memory

TESTING = "testing"
ALONE = ("value", "contracts", "induction", TESTING)
"""Analyses of which a run has one phase, but for that of another precision."""

CONTRACTS_SHARE = 0.3
TESTING_SHARE = 0.2
"""Of executions at random: a violation that they come across, they come across soon."""
INDUCTION_SHARE = 0.3
FULL_SHARE = 0.25
"""Of the value analysis that tracks everything: where it has an answer, it has it sooner than the one that has to learn what matters."""
IMPRECISE_SHARE = 0.1
"""The same, and later, in programs with memory that is not modelled exactly, as drivers: most of what is tracked there has no value."""
FEW_INPUTS_SHARE = 0.7
"""The same where inputs are few: more of the time is for it."""
BITWISE_EDGES, BITWISE_SHARE = 600, 0.5
"""In programs up to this size that compute with bits, integers and bit vectors have the same part of the time."""
GUESSED_EDGES = 600
"""Programs with more edges have more variables and paths than what is guessed can speak of."""
DISMISSALS = 50
"""Spurious error paths that a lone value analysis sets aside while it looks for a violation."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One analysis of a run; ``share`` is the part of the time still left that it may use.

    ``late``: its turns begin in a later round than the others'; what it is for is rare, and its queries are long.
    """

    analysis: str
    encoding: str
    share: float
    strategy: str
    order: WaitlistOrder
    dismissals: int = 0
    precision: str = "empty"
    late: bool = False

    @property
    def name(self) -> str:
        """What is told of it; no two phases of a run have the same."""
        if self.precision == "full":
            return f"{self.analysis} (full)"
        return self.analysis if self.analysis in ALONE else f"{self.analysis} ({self.encoding})"


def _check_rounds(configuration: Configuration, strategy: Strategy) -> None:
    """ConfigurationError where targets are never refined for together."""
    asked = f"interpolate={configuration.interpolate!r} asks about all targets of a round at once"
    if not strategy.rank.several:
        raise ConfigurationError(
            f"{asked}: rank={strategy.rank} keeps one; give a strategy with rank=all, top or bottom (as pcegar-multi), or 'per-target'"
        )
    if not strategy.propose.whole:
        raise ConfigurationError(
            f"{asked}: propose={strategy.propose} asks about each path in its own way; give propose=path, or interpolate='per-target'"
        )


def plan(configuration: Configuration) -> list[Phase]:
    """The phases of a configuration; ConfigurationError for a strategy that asks for analyses which do not run."""
    if configuration.seed < 0:  # solvers take none; rows of before there was this check may have one
        raise ConfigurationError(f"seed={configuration.seed}: give a number from 0")
    strategy, order = configuration.strategy, WaitlistOrder(configuration.order)
    encoding = configuration.encoding
    precision = "full" if configuration.initial_precision == "full" else "empty"  # a file is read where the analysis is made
    value = Phase("value", "bv", 1.0, strategy or "single-path", order, precision=precision)
    predicate = Phase("predicate", encoding, 1.0, strategy or "single-path-located", order)
    composite = Phase("composite", encoding, 1.0, strategy or "spin15-(va+pa+)+", order, precision=precision)
    contracts = Phase("contracts", encoding, 1.0, predicate.strategy, order)
    induction = Phase("induction", encoding, 1.0, predicate.strategy, order)
    testing = Phase(TESTING, encoding, 1.0, predicate.strategy, order)
    parsed = parse_strategy(strategy)
    analyses = parsed.propose.analyses
    refines = tuple(name for name in parsed.apply.refines if name in parsed.propose.refines)
    limiting = f"apply={parsed.apply}" if len(parsed.apply.refines) <= len(parsed.propose.refines) else f"propose={parsed.propose}"
    if configuration.target_coverage == "separate" and parsed.apply.merges:
        raise ConfigurationError(
            f"target_coverage='separate': apply={parsed.apply} merges the paths to a location, so that its targets are locations; "
            "give 'covered', or an apply that keeps paths apart (restart, pivot, strengthen)"
        )
    if configuration.interpolate != "per-target":
        _check_rounds(configuration, parsed)
    match configuration.analysis:
        case "value" | "predicate" | "composite" as alone if alone not in refines:
            raise ConfigurationError(
                f"strategy={strategy!r}: {limiting} refines no {alone} analysis; give analysis={' or '.join(map(repr, refines))}"
            )
        case "auto" if analyses and "composite" not in refines:
            raise ConfigurationError(f"strategy={strategy!r}: {limiting} refines no composite, which analyses={analyses} is for")
        case "composite":
            return [composite]
        case "auto" if analyses:
            replace(configuration, analysis="composite")  # what the composite cannot run with is refused there
            return [composite]
        case "value" | "predicate" as alone if analyses not in ("", alone):
            raise ConfigurationError(
                f"strategy={strategy!r} asks for analyses={analyses}, but analysis={alone!r} runs alone; give analysis='composite'"
            )
        case "value":
            return [replace(value, dismissals=DISMISSALS)]
        case "predicate":
            return [predicate]
        case "contracts":
            return [contracts]
        case "induction":
            return [induction]
        case "testing":
            return [testing]
    phases = [Phase("predicate", encoding, 0.75, predicate.strategy, order)]
    if "value" in refines and not configuration.has_symbolic_counter:
        phases.insert(0, replace(value, share=0.4))
    if encoding == "int":
        phases.append(Phase("predicate", "bv", 1.0, predicate.strategy, order, late=True))
    if strategy or configuration.has_symbolic_counter:
        return phases
    first, *others = phases
    full = [replace(value, share=FULL_SHARE, precision="full", dismissals=DISMISSALS)] if precision == "empty" else []
    early, *later = [*full, first]
    searches = replace(testing, share=TESTING_SHARE), *later, replace(induction, share=INDUCTION_SHARE)
    return [replace(contracts, share=CONTRACTS_SHARE), early, *searches, *others]


def fitting(phases: list[Phase], program: Program, *, compiled: bool = True) -> list[Phase]:
    """Where several are planned, those that have something to do.

    No search for contracts unless recursion was cut in a program without objects in memory; no guesses where there is no loop, or too
    much for them; neither for a program with several properties.  No tests where the program is not ``compiled``.  Values of everything
    have most of the time where inputs are few, and little of it where memory is imprecise; where a small program computes with bits, bit
    vectors begin with integers.
    """
    if len(phases) == 1:
        return phases
    single = len(program.properties) == 1
    left_out = set()
    if not single or "recursion" not in program.imprecisions or program.addresses:
        left_out.add("contracts")
    if not single or not compiled:
        left_out.add(TESTING)
    if not single or not any(location.is_loop_head for location in program.locations) or len(program.edges) > GUESSED_EDGES:
        left_out.add("induction")
    left = [phase for phase in phases if phase.analysis not in left_out]
    if len(program.edges) <= BITWISE_EDGES and computes_with_bits(program):
        left = [
            replace(phase, share=min(phase.share, BITWISE_SHARE), late=False) if phase.analysis == "predicate" else phase for phase in left
        ]
    values = [number for number, phase in enumerate(left) if phase.analysis == "value"]
    if len(values) == 2:  # the first tracks everything
        full, refined = values
        if has_few_inputs(program):
            left[full] = replace(left[full], share=FEW_INPUTS_SHARE)
        elif has_imprecise_memory(program):
            left[full], left[refined] = left[refined], replace(left[full], share=IMPRECISE_SHARE)
    return left
