"""The plan of a run: which phases a configuration asks for, decided before anything starts, with every refusal that needs no program."""

from __future__ import annotations

from dataclasses import replace

from verilab.data_classes import dataclass
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification.configuration import AUTO, Configuration, ConfigurationError
from verilab.verification.phases.phase import DISMISSALS, Analysis, Phase, phase_of
from verilab.verification.phases.portfolio import portfolio


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
        return Plan(tuple(portfolio(configuration, strategy)))
    if configuration.analysis == AUTO:
        replace(configuration, analysis="composite")  # what the composite cannot run with is refused there
        return Plan((phase_of(configuration, Analysis.COMPOSITE, strategy),))
    only = phase_of(configuration, Analysis(configuration.analysis), strategy)
    return Plan((replace(only, dismissals=DISMISSALS) if only.analysis is Analysis.VALUE else only,))


def _check_strategy(configuration: Configuration, strategy: Strategy) -> None:
    """ConfigurationError where the strategy, the analysis and what they are asked for do not fit."""
    if configuration.target_coverage == "separate" and strategy.apply.merges:
        raise ConfigurationError(
            f"target_coverage='separate': apply={strategy.apply} merges the paths to a location, so that its targets are locations; "
            "give 'covered', or an apply that keeps paths apart (restart, pivot, strengthen)"
        )
    if configuration.interpolate != "per-target":
        _check_rounds(configuration, strategy)
    text, analysis, asked, refines = configuration.strategy, configuration.analysis, strategy.propose.analyses, strategy.refines
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
