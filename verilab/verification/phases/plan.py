"""The plan of a run: which analyses a configuration asks for, in which order, by which strategies, and their shares of the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from verilab.analysis.waitlist import WaitlistOrder
from verilab.data_classes import dataclass
from verilab.other_engines.induction.guesses import multiplies
from verilab.program.cfa import Program
from verilab.program.linear_forms.demand import has_cancelling_forms
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification.configuration import AUTO, Configuration, ConfigurationError
from verilab.verification.phases.features import (
    computes_with_bits,
    has_few_inputs,
    has_imprecise_memory,
    has_short_loops,
    reacts_in_rounds,
)


class Analysis(StrEnum):
    """What a phase runs: an analysis that refines, or another engine."""

    VALUE = "value"
    PREDICATE = "predicate"
    COMPOSITE = "composite"
    CONTRACTS = "contracts"
    PDR = "pdr"
    HEAPS = "heaps"
    INDUCTION = "induction"
    LINEAR_FORMS = "linear-forms"
    SLICING = "slicing"
    TESTING = "testing"
    UNROLLING = "unrolling"

    @property
    def refines(self) -> bool:
        """Whether it has a refinement loop of its own."""
        return self in (Analysis.VALUE, Analysis.PREDICATE, Analysis.COMPOSITE)


ALONE = (
    Analysis.VALUE,
    Analysis.CONTRACTS,
    Analysis.PDR,
    Analysis.HEAPS,
    Analysis.INDUCTION,
    Analysis.LINEAR_FORMS,
    Analysis.SLICING,
    Analysis.TESTING,
    Analysis.UNROLLING,
)
"""Analyses of which a run has one phase, but for that of another precision."""

CONTRACTS_SHARE = 0.3
HEAPS_SHARE = 0.15
"""Of the search for abstract heaps, which has its answer in a second or none."""
SLICING_EDGES, SLICING_SHARE = 1000, 0.15
"""Of slices: in smaller programs there is little that decides nothing, and the analyses that refine leave it out as quickly."""
TESTING_SHARE = 0.2
"""Of executions at random: a violation that they come across, they come across soon."""
INDUCTION_SHARE = 0.3
UNROLLING_SHARE = 0.2
"""Of bounded model checking: a violation that few steps reach it has soon; what it takes is the predicate analysis', which comes last."""
PDR_SHARE = 0.4
"""Of property-directed reachability, in programs that compute with bits."""
BITS_EVIDENCE_SHARE = 0.3
"""Clauses over bits may say what other solvers do not see in time (a remainder of a variable): the rest is for who finds other words."""
WRAPPING_SHARE = 0.1
"""The same in small programs that do not: what it learns bit by bit there are single values mostly, but for parities, which it has soon."""
SHORT_LOOPS_SHARE = 0.5
"""The same where all loops are short: what it comes to then is a proof more often than not.  Or where everything is in one loop, as in
systems that react in rounds: a round is one block there, and violations are few of them away.  Its turn is before that of the analyses that
refine, of whose time it would have little left: there are more paths through a round than they get through."""
COMPOSITE_SHARE = 0.1
"""Of values and predicates together: a system's states by values, an input that is asked twice by a predicate."""
ROUNDS_SHARE = 0.3
"""The same in systems that react in rounds: it has its proofs in a few refinements."""
BITS_UNROLLING_SHARE = 0.3
"""The same in larger programs that compute with bits, hardware mostly: its answers take seconds, those of PDR more."""
FULL_SHARE = 0.25
"""Of the value analysis that tracks everything: where it has an answer, it has it sooner than the one that has to learn what matters."""
REFINED_SHARE = 0.6
"""Of the value analysis that learns what matters, in programs with memory that is not modelled exactly: it has most proofs of drivers."""
FORMS_SHARE = 0.5
"""Of the same with the values of linear forms: few programs have some that cancel, mostly for what is to be shown."""
BESIDE_FORMS_SHARE = 0.1
"""Of the value analysis that tracks everything, where linear forms take part: these see what it sees, but single values of theirs."""
IMPRECISE_SHARE = 0.1
"""Of the one that tracks everything there, and later: most of what is tracked has no value.
Bounded model checking has as much there: most violations that it finds need values which memory does not have."""
FEW_INPUTS_SHARE = 0.7
"""The same where inputs are few: more of the time is for it."""
BESIDE_SELECTED_SHARE = 0.3
"""The same where the predicate analysis selects refinements."""
SELECTED_SHARE = 0.8
"""Of the predicate analysis that selects among sliced prefixes, where inputs are few, behind the values of everything and random tests."""
SELECTED_EDGES = 15_000
"""In larger programs it does not come to enough refinements: each of them explores the program anew, from edge to edge."""
SELECTED = "spin15-long"
"""Its strategy: of event-condition-action systems it proves those whose states are too many, with a few refinements."""
BITWISE_EDGES, BITWISE_SHARE = 600, 0.5
"""In programs up to this size that compute with bits, integers and bit vectors have the same part of the time."""
UNROLLED_EDGES = 30_000
"""Blocks of programs with more edges are long in the making, and unrolled they are more than a solver takes."""
HEAPS_EDGES = 3000
"""Larger programs do what abstract heaps have no words for."""
GUESSED_EDGES = 600
"""Programs with more edges have more variables and paths than what is guessed can speak of."""
MOST_REJECTED = 20
"""Violations that are not accepted, after each of which a phase looks for another one."""
DISMISSALS = 50
"""Spurious error paths that a lone value analysis sets aside while it looks for a violation."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One analysis of a run; ``share`` is the part of the time still left that it may use.

    ``late``: its turns begin in a later round than the others'; what it is for is rare, and its queries are long.  ``supposes``: its proof
    may rest on invariants that are only supposed, which the evidence decides on.  ``evidence_share``: the part of the time still left that
    the check of its answer may use.  ``selected``: its strategy where inputs are few.
    """

    analysis: Analysis
    encoding: str
    share: float
    strategy: Strategy
    order: WaitlistOrder
    dismissals: int = 0
    precision: str = "empty"
    late: bool = False
    supposes: bool = False
    evidence_share: float = 1.0
    selected: Strategy | None = None

    @property
    def name(self) -> str:
        """What is told of it; no two phases of a run have the same."""
        if self.precision == "full":
            return f"{self.analysis} (full)"
        return self.analysis.value if self.analysis in ALONE else f"{self.analysis} ({self.encoding})"


DEFAULT_STRATEGIES = {Analysis.VALUE: "single-path", Analysis.LINEAR_FORMS: "single-path", Analysis.COMPOSITE: "spin15-(va+pa+)+"}
"""Of the analyses where a configuration names none; of all others it is ``single-path-located``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does, decided before anything starts: every refusal that needs no program and no solver has been made."""

    phases: tuple[Phase, ...]

    @property
    def solves_loops(self) -> bool:
        """Whether a solver of Horn clauses with loops is needed."""
        return any(phase.strategy.propose.solves_loops for phase in self.phases)


def plan(configuration: Configuration) -> Plan:
    """The plan of a configuration; StrategyError for its strategy, ConfigurationError for what cannot be run together."""
    if configuration.seed < 0:  # solvers take none; rows of before there was this check may have one
        raise ConfigurationError(f"seed={configuration.seed}: give a number from 0")
    strategy = parse_strategy(configuration.strategy) if configuration.strategy else None
    _check_strategy(configuration, strategy or parse_strategy(""))
    asked = strategy.propose.analyses if strategy else ""
    if configuration.analysis == AUTO and not asked:
        return Plan(tuple(_in_turns(configuration, strategy)))
    if configuration.analysis == AUTO:
        replace(configuration, analysis="composite")  # what the composite cannot run with is refused there
        return Plan((_phase(configuration, Analysis.COMPOSITE, strategy),))
    only = _phase(configuration, Analysis(configuration.analysis), strategy)
    return Plan((replace(only, dismissals=DISMISSALS) if only.analysis is Analysis.VALUE else only,))


def _phase(configuration: Configuration, analysis: Analysis, strategy: Strategy | None, share: float = 1.0) -> Phase:
    """A phase of the analysis, by the strategy that is given, or its default."""
    return Phase(
        analysis,
        "bv" if analysis is Analysis.VALUE else configuration.encoding,
        share,
        strategy or parse_strategy(DEFAULT_STRATEGIES.get(analysis, "single-path-located")),
        WaitlistOrder(configuration.order),
        # A precision file is read where the analysis is made.
        precision="full" if analysis in (Analysis.VALUE, Analysis.COMPOSITE) and configuration.initial_precision == "full" else "empty",
        supposes=configuration.analysis == AUTO,
    )


def _in_turns(configuration: Configuration, strategy: Strategy | None) -> list[Phase]:
    """The phases of ``auto``."""
    predicate = _phase(configuration, Analysis.PREDICATE, strategy, share=0.75)
    if strategy is None and configuration.block == "auto":
        predicate = replace(predicate, selected=parse_strategy(SELECTED))
    phases = [predicate]
    if not configuration.has_symbolic_counter and (strategy is None or "value" in _refines(strategy)):
        phases.insert(0, _phase(configuration, Analysis.VALUE, strategy, share=0.4))
    if configuration.encoding == "int":
        phases.append(replace(predicate, encoding="bv", share=1.0, late=True))
    if strategy or configuration.has_symbolic_counter:
        return phases
    first, *others = phases
    full = [replace(first, share=FULL_SHARE, precision="full", dismissals=DISMISSALS)] if first.precision == "empty" else []
    early, *later = [*full, first]
    composite = [_phase(configuration, Analysis.COMPOSITE, None, COMPOSITE_SHARE)] if configuration.block == "auto" else []
    # What is no analysis that refines has the predicate analysis' strategy, for programs that it makes itself.
    contracts, heaps, slicing, testing, induction, unrolling, pdr = (
        replace(predicate, analysis=analysis, share=share)
        for analysis, share in (
            (Analysis.CONTRACTS, CONTRACTS_SHARE),
            (Analysis.HEAPS, HEAPS_SHARE),
            (Analysis.SLICING, SLICING_SHARE),
            (Analysis.TESTING, TESTING_SHARE),
            (Analysis.INDUCTION, INDUCTION_SHARE),
            (Analysis.UNROLLING, UNROLLING_SHARE),
            (Analysis.PDR, PDR_SHARE),
        )
    )
    pdr = replace(pdr, evidence_share=BITS_EVIDENCE_SHARE)
    forms = [replace(phase, analysis=Analysis.LINEAR_FORMS, share=FORMS_SHARE, precision="empty") for phase in full]
    return [contracts, *forms, early, slicing, heaps, testing, *composite, pdr, *later, induction, unrolling, *others]


def _refines(strategy: Strategy) -> tuple[str, ...]:
    """The analyses that a strategy refines."""
    return tuple(name for name in strategy.apply.refines if name in strategy.propose.refines)


def _check_strategy(configuration: Configuration, strategy: Strategy) -> None:
    """ConfigurationError where the strategy, the analysis and what they are asked for do not fit."""
    if configuration.target_coverage == "separate" and strategy.apply.merges:
        raise ConfigurationError(
            f"target_coverage='separate': apply={strategy.apply} merges the paths to a location, so that its targets are locations; "
            "give 'covered', or an apply that keeps paths apart (restart, pivot, strengthen)"
        )
    if configuration.interpolate != "per-target":
        _check_rounds(configuration, strategy)
    text, analysis, asked, refines = configuration.strategy, configuration.analysis, strategy.propose.analyses, _refines(strategy)
    of_apply = len(strategy.apply.refines) <= len(strategy.propose.refines)
    limiting = f"apply={strategy.apply}" if of_apply else f"propose={strategy.propose}"
    if analysis != AUTO and Analysis(analysis).refines and analysis not in refines:
        raise ConfigurationError(
            f"strategy={text!r}: {limiting} refines no {analysis} analysis; give analysis={' or '.join(map(repr, refines))}"
        )
    if analysis == AUTO and asked and "composite" not in refines:
        raise ConfigurationError(f"strategy={text!r}: {limiting} refines no composite, which analyses={asked} is for")
    if analysis in (Analysis.VALUE, Analysis.PREDICATE) and asked not in ("", analysis):
        raise ConfigurationError(
            f"strategy={text!r} asks for analyses={asked}, but analysis={analysis!r} runs alone; give analysis='composite'"
        )


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


def fitting(phases: Sequence[Phase], program: Program, *, compiled: bool = True) -> Sequence[Phase]:
    """Where several are planned, those that have something to do.

    No search for contracts unless recursion was cut in a program without objects in memory, and none for heaps in one without them, with
    recursion or without loops; no guesses where there is no loop, or too much for them; no search by bits where there is no loop or
    memory is imprecise, little where nothing computes with bits; no composite where memory is imprecise, no values of linear forms there or
    where none of these cancels; none of them for a program with several properties.  No tests where the program is not ``compiled``, no
    unrolling of a large one.  Values of everything have most of the time where inputs are few, and little of it where memory is imprecise;
    where a small program computes with bits, bit vectors begin with integers.  Where all loops are short, or there is one that everything
    happens in, unrolling has more time, and has it earlier, and so has the composite in the latter; where variables are multiplied,
    guesses come first.
    """
    if len(phases) == 1:
        return phases
    imprecise = has_imprecise_memory(program)
    single = len(program.properties) == 1
    has_loops = any(location.is_loop_head for location in program.locations)
    left_out: set[Analysis] = set()
    if not single or "recursion" not in program.imprecisions or program.addresses:
        left_out.add(Analysis.CONTRACTS)
    if not single or not program.addresses or len(program.edges) > HEAPS_EDGES or not has_loops or "recursion" in program.imprecisions:
        left_out.add(Analysis.HEAPS)
    if not single or program.recursive_calls or len(program.edges) < SLICING_EDGES or has_few_inputs(program):
        left_out.add(Analysis.SLICING)
    if imprecise:
        left_out.add(Analysis.COMPOSITE)
    if not single or not compiled:
        left_out.add(Analysis.TESTING)
    if not single or len(program.edges) > UNROLLED_EDGES:
        left_out.add(Analysis.UNROLLING)
    if not single or not has_loops or len(program.edges) > GUESSED_EDGES:
        left_out.add(Analysis.INDUCTION)
    # What takes a walk through all expressions is asked only where it decides something: that takes seconds in the largest programs.
    bits = len(program.edges) <= UNROLLED_EDGES and computes_with_bits(program)
    if not single or not has_loops or len(program.edges) > (UNROLLED_EDGES if bits else GUESSED_EDGES) or imprecise:
        left_out.add(Analysis.PDR)
    if not single or program.recursive_calls or imprecise or not has_cancelling_forms(program):
        left_out.add(Analysis.LINEAR_FORMS)
    left = [phase for phase in phases if phase.analysis not in left_out]
    if not bits:
        left = [replace(phase, share=WRAPPING_SHARE) if phase.analysis is Analysis.PDR else phase for phase in left]
    if len(program.edges) <= BITWISE_EDGES and bits:
        predicates = [number for number, phase in enumerate(left) if phase.analysis is Analysis.PREDICATE]
        for number in predicates:
            left[number] = replace(left[number], share=min(left[number].share, BITWISE_SHARE), late=False)
    if Analysis.INDUCTION not in left_out and multiplies(program):
        left.sort(key=lambda phase: phase.analysis is not Analysis.INDUCTION)
    if imprecise:
        left = [replace(phase, share=IMPRECISE_SHARE) if phase.analysis is Analysis.UNROLLING else phase for phase in left]
    else:
        rounds = reacts_in_rounds(program)
        if Analysis.UNROLLING not in left_out and (rounds or has_short_loops(program)):
            left = _early(left, Analysis.UNROLLING, SHORT_LOOPS_SHARE)
        elif Analysis.UNROLLING not in left_out and bits and len(program.edges) > BITWISE_EDGES:
            left = _early(left, Analysis.UNROLLING, BITS_UNROLLING_SHARE)
        if rounds:
            left = _early(left, Analysis.COMPOSITE, ROUNDS_SHARE)
    values = [number for number, phase in enumerate(left) if phase.analysis is Analysis.VALUE]
    if len(values) == 2:  # the first tracks everything
        full, refined = values
        forms = next((number for number, phase in enumerate(left) if phase.analysis is Analysis.LINEAR_FORMS), None)
        if has_few_inputs(program):
            first = full if forms is None else forms
            selects = len(program.edges) <= SELECTED_EDGES
            left[first] = replace(left[first], share=BESIDE_SELECTED_SHARE if selects else FEW_INPUTS_SHARE)
            left = _selected_early(left) if selects else left
        elif imprecise:
            left[full], left[refined] = replace(left[refined], share=REFINED_SHARE), replace(left[full], share=IMPRECISE_SHARE)
        if forms is not None:
            left[full] = replace(left[full], share=BESIDE_FORMS_SHARE)
    return left


def _selected_early(phases: Sequence[Phase]) -> list[Phase]:
    """Selection among sliced prefixes right behind random testing, or the first phase, with most of the time that is left there."""
    selected = [
        replace(phase, strategy=phase.selected, share=SELECTED_SHARE, selected=None)
        for phase in phases
        if phase.selected is not None and not phase.late and phase.analysis is Analysis.PREDICATE
    ]
    others = [phase for phase in phases if phase.name not in {phase.name for phase in selected}]
    return _inserted(others, selected)


def _inserted(phases: Sequence[Phase], early: Sequence[Phase]) -> list[Phase]:
    """The phases with the early ones behind random testing, or behind the first."""
    before = next((number for number, phase in enumerate(phases) if phase.analysis is Analysis.TESTING), 0) + 1
    return [*phases[:before], *early, *phases[before:]]


def _early(phases: Sequence[Phase], analysis: Analysis, share: float) -> list[Phase]:
    """One analysis with another share, behind the first value analysis and random testing."""
    others = [phase for phase in phases if phase.analysis is not analysis]
    return _inserted(others, [replace(phase, share=share) for phase in phases if phase.analysis is analysis])
