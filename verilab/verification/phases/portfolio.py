"""The phases of ``auto``: which there are, and which of them have something to do in a program, in which order, with what shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.other_engines.induction.guesses import multiplies
from verilab.program.cfa import Program
from verilab.program.linear_forms.demand import has_cancelling_forms
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification.configuration import Configuration
from verilab.verification.phases.features import (
    computes_with_bits,
    has_few_inputs,
    has_imprecise_memory,
    has_short_loops,
    reacts_in_rounds,
)
from verilab.verification.phases.phase import DISMISSALS, Analysis, Phase, phase_of

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
"""The same where all loops are short: what it comes to then is a proof more often than not."""
COMPOSITE_SHARE = 0.1
"""Of values and predicates together: a system's states by values, an input that is asked twice by a predicate."""
ROUNDS_SHARE, ROUNDS_UNROLLING_SHARE = 0.2, 0.7
"""The same in systems that react in rounds, and of unrolling behind it.  The one has its proofs in a few refinements.  For the other a
round is one block, and violations are few of them away: it has nearly all other answers, and goes before the analyses that refine, which
do not get through the paths of a round."""
BITS_UNROLLING_SHARE = 0.3
"""The same in larger programs that compute with bits, hardware mostly: its answers take seconds, those of PDR more."""
FULL_SHARE = 0.25
"""Of the value analysis that tracks everything: where it has an answer, it has it sooner than the one that has to learn what matters."""
REFINED_SHARE = 0.6
"""Of the value analysis that learns what matters, in programs with memory that is not modelled exactly: it has most proofs of drivers."""
LARGE_REFINED_SHARE, LARGE_SLICING_SHARE, LARGE_TESTING_SHARE = 0.4, 0.3, 0.5
"""The same in larger programs, of slices, and of executions at random: slices have most of their proofs in a second.  Nearly all violations
there are executions in provided memory, which take seconds to be compiled, and seconds more where an error is many calls away."""
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


def portfolio(configuration: Configuration, strategy: Strategy | None) -> list[Phase]:
    """The phases of ``auto``."""
    predicate = phase_of(configuration, Analysis.PREDICATE, strategy, share=0.75)
    if strategy is None and configuration.block == "auto":
        predicate = replace(predicate, selected=parse_strategy(SELECTED))
    phases = [predicate]
    if not configuration.has_symbolic_counter and (strategy is None or "value" in strategy.refines):
        phases.insert(0, phase_of(configuration, Analysis.VALUE, strategy, share=0.4))
    if configuration.encoding == "int":
        phases.append(replace(predicate, encoding="bv", share=1.0, late=True))
    if strategy or configuration.has_symbolic_counter:
        return phases
    first, *others = phases
    full = [replace(first, share=FULL_SHARE, precision="full", dismissals=DISMISSALS)] if first.precision == "empty" else []
    early, *later = [*full, first]
    composite = [phase_of(configuration, Analysis.COMPOSITE, None, COMPOSITE_SHARE)] if configuration.block == "auto" else []
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


def fitting(phases: Sequence[Phase], program: Program, *, compiled: bool = True) -> Sequence[Phase]:
    """Where several are planned, those that have something to do, in the order and with the shares that suit the program.

    Tests need a program that is ``compiled``.
    """
    if len(phases) == 1:
        return phases
    traits = _Traits.of(program)
    idle = _idle(program, traits) | (set() if compiled else {Analysis.TESTING})
    left = [phase for phase in phases if phase.analysis not in idle]
    return _values_shared(_ordered(left, program, traits), program, traits)


@dataclass(frozen=True, slots=True)
class _Traits:
    """What several decisions ask of a program.  ``single``: it has one property."""

    edges: int
    single: bool
    loops: bool
    imprecise_memory: bool
    bits: bool

    @staticmethod
    def of(program: Program) -> _Traits:
        edges = len(program.edges)
        return _Traits(
            edges,
            len(program.properties) == 1,
            any(location.is_loop_head for location in program.locations),
            has_imprecise_memory(program),
            # This takes a walk through all expressions, in the largest programs of seconds.
            edges <= UNROLLED_EDGES and computes_with_bits(program),
        )


def _idle(program: Program, traits: _Traits) -> set[Analysis]:
    """The analyses that have nothing to do.

    No search for contracts unless recursion was cut in a program without objects in memory, and none for heaps in one without objects or
    with exact memory, with recursion or without loops; no guesses where there is no loop, or too much for them; no search by bits where
    there is no loop or memory is imprecise; no composite where memory is imprecise, no values of linear forms there or where none of these
    cancels; no unrolling of a large program, no slices of a small one or of one with few inputs; none of them, but for the composite, for
    a program with several properties.
    """
    recursion = "recursion" in program.imprecisions
    exact = traits.single and not traits.imprecise_memory
    works = {
        Analysis.CONTRACTS: recursion and not program.addresses,
        Analysis.HEAPS: traits.imprecise_memory
        and bool(program.addresses)
        and traits.edges <= HEAPS_EDGES
        and traits.loops
        and not recursion,
        Analysis.SLICING: not program.recursive_calls and traits.edges >= SLICING_EDGES and not has_few_inputs(program),
        Analysis.TESTING: True,
        Analysis.UNROLLING: traits.edges <= UNROLLED_EDGES,
        Analysis.INDUCTION: traits.loops and traits.edges <= GUESSED_EDGES,
        Analysis.PDR: exact and traits.loops and traits.edges <= (UNROLLED_EDGES if traits.bits else GUESSED_EDGES),
        Analysis.LINEAR_FORMS: exact and not program.recursive_calls and has_cancelling_forms(program),
    }
    idle = {analysis for analysis, has_work in works.items() if not (traits.single and has_work)}
    return idle | {Analysis.COMPOSITE} if traits.imprecise_memory else idle


def _ordered(phases: Sequence[Phase], program: Program, traits: _Traits) -> list[Phase]:
    """Other orders and shares than the usual ones.

    Little of the search by bits where nothing computes with bits; in small programs that do, bit vectors begin with integers.  Where
    variables are multiplied, guesses come first.  Where all loops are short, or there is one that everything happens in, unrolling has
    more time, and has it earlier, and so has the composite in the latter; in large programs whose loops are all short the analyses that
    refine wait for it, as these have more paths than one gets through.
    """
    left = list(phases)
    if not traits.bits:
        left = [replace(phase, share=WRAPPING_SHARE) if phase.analysis is Analysis.PDR else phase for phase in left]
    elif traits.edges <= BITWISE_EDGES:
        left = [
            replace(phase, share=min(phase.share, BITWISE_SHARE), late=False) if phase.analysis is Analysis.PREDICATE else phase
            for phase in left
        ]
    if any(phase.analysis is Analysis.INDUCTION for phase in left) and multiplies(program):
        left.sort(key=lambda phase: phase.analysis is not Analysis.INDUCTION)
    if traits.imprecise_memory:
        return [replace(phase, share=IMPRECISE_SHARE) if phase.analysis is Analysis.UNROLLING else phase for phase in left]
    rounds = reacts_in_rounds(program)
    if any(phase.analysis is Analysis.UNROLLING for phase in left):
        short = has_short_loops(program)
        if rounds or short:
            left = _early(left, Analysis.UNROLLING, ROUNDS_UNROLLING_SHARE if rounds else SHORT_LOOPS_SHARE)
            if short and traits.edges >= SLICING_EDGES:
                return [replace(phase, late=True) if phase.analysis.refines and phase.precision != "full" else phase for phase in left]
        elif traits.bits and traits.edges > BITWISE_EDGES:
            left = _early(left, Analysis.UNROLLING, BITS_UNROLLING_SHARE)
    return _early(left, Analysis.COMPOSITE, ROUNDS_SHARE) if rounds else left


def _values_shared(phases: Sequence[Phase], program: Program, traits: _Traits) -> list[Phase]:
    """Values of everything have most of the time where inputs are few, and little of it, later, where memory is imprecise."""
    left = list(phases)
    values = [number for number, phase in enumerate(left) if phase.analysis is Analysis.VALUE]
    if len(values) < 2:
        return left
    full, refined = values  # the first tracks everything
    forms = next((number for number, phase in enumerate(left) if phase.analysis is Analysis.LINEAR_FORMS), None)
    if forms is not None:
        left[full] = replace(left[full], share=BESIDE_FORMS_SHARE)
    if has_few_inputs(program):
        first = full if forms is None else forms
        selects = traits.edges <= SELECTED_EDGES
        left[first] = replace(left[first], share=BESIDE_SELECTED_SHARE if selects else FEW_INPUTS_SHARE)
        return _selected_early(left) if selects else left
    if traits.imprecise_memory:
        large = traits.edges >= SLICING_EDGES
        share = LARGE_REFINED_SHARE if large else REFINED_SHARE
        left[full], left[refined] = replace(left[refined], share=share), replace(left[full], share=IMPRECISE_SHARE)
        if large:
            shares = {Analysis.SLICING: LARGE_SLICING_SHARE, Analysis.TESTING: LARGE_TESTING_SHARE}
            left = [replace(phase, share=shares.get(phase.analysis, phase.share)) for phase in left]
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
