"""The analyses of a run's phases, from its configuration.  Each imports its domain when it is made: few runs need all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verilab.analysis.predicate.choices import Fallback, Interpolate
from verilab.analysis.refinable import RefinableAnalysis
from verilab.resources import Deadline
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.workshop import Workshop

if TYPE_CHECKING:
    from verilab.analysis.predicate.analysis import PredicateAnalysis
    from verilab.analysis.value.analysis import ValueAnalysis

FALLBACK_SECONDS = 20.0
"""What one interpolation query may take before the next configured procedure gets its turn."""


def make_analysis(workshop: Workshop, phase: Phase, deadline: Deadline) -> RefinableAnalysis:
    """The analysis of a phase that refines; ValueError for another one."""
    match phase.analysis:
        case Analysis.VALUE:
            return value_analysis(workshop, deadline, phase.precision)
        case Analysis.COMPOSITE:
            return composite_analysis(workshop, phase.encoding, deadline, phase.precision)
        case Analysis.PREDICATE:
            return predicate_analysis(workshop, phase.encoding, deadline, slices=phase.strategy.propose.slices)
    raise ValueError(f"{phase.analysis} does not refine")


def value_analysis(workshop: Workshop, deadline: Deadline, initial_precision: str = "empty") -> ValueAnalysis:
    """The value analysis, its paths checked bit-precisely; it begins with the empty or the full precision."""
    from verilab.analysis.path_checker import PathChecker
    from verilab.analysis.value.analysis import ValueAnalysis
    from verilab.analysis.value.precision import ValuePrecision

    choices = workshop.choices
    check = PathChecker(workshop.formulas("bv"), workshop.graph, workshop.exact_sessions(deadline), seconds=FALLBACK_SECONDS)
    return ValueAnalysis(
        workshop.graph,
        path_checker=check,
        precision=ValuePrecision(workshop.graph.program.storages if initial_precision == "full" else ()),
        engine=choices.engine,
        interpolation=choices.value_interpolation,
        shares=choices.interpolate is Interpolate.GLOBAL,
        deadline=deadline,
    )


def predicate_analysis(workshop: Workshop, encoding: str, deadline: Deadline, *, slices: bool = False) -> PredicateAnalysis:
    """The predicate analysis in an encoding; integer paths that are over-approximated are checked again bit-precisely."""
    from verilab.analysis.predicate.analysis import PredicateAnalysis
    from verilab.analysis.predicate.options import PredicateOptions
    from verilab.verification.phases.engines.interpolators import interpolators, loop_solver, tree_interpolators

    choices = workshop.choices
    options = PredicateOptions(
        abstraction=choices.abstraction,
        extraction=choices.extraction,
        fallback=choices.fallback,
        interpolate=choices.interpolate,
        # Where no other procedure is asked, there is nothing to save time for: a query has that of the run, as in the papers.
        interpolation_seconds=None if choices.fallback is Fallback.NONE else FALLBACK_SECONDS,
    )
    operator = workshop.operator(slices=slices)
    exact = workshop.blocks("bv", operator) if encoding == "int" else None
    return PredicateAnalysis(
        workshop.blocks(encoding, operator),
        workshop.sessions(workshop.configuration.backend, encoding, deadline),
        interpolators(workshop, encoding, deadline),
        options,
        exact=exact,
        make_exact_session=workshop.exact_sessions(deadline) if exact else None,
        make_horn_solver=lambda: loop_solver(workshop, encoding, deadline),
        make_trees=lambda: tree_interpolators(workshop, encoding, deadline),
    )


def composite_analysis(workshop: Workshop, encoding: str, deadline: Deadline, initial_precision: str = "empty") -> RefinableAnalysis:
    """Value and predicate analysis in one; its blocks are single edges (SPIN'15 §5)."""
    from verilab.analysis.composite.analysis import CompositeAnalysis

    values = value_analysis(workshop, deadline, initial_precision)
    return CompositeAnalysis(values, predicate_analysis(workshop, encoding, deadline, slices=True))
