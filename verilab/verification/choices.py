"""What a configuration says, as the values that a run uses: behind this nobody looks at its texts."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from verilab.analysis.exploration import TargetCoverage
from verilab.analysis.predicate.choices import AbstractionKind, Extraction, Fallback, Interpolate
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.interpolation import ValueInterpolation
from verilab.data_classes import dataclass
from verilab.evidence.interpretation.replay import OverflowPolicy
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.refinement.contenders import UselessChoice
from verilab.solving.backend import Reduction
from verilab.verification.configuration import AUTO, Configuration

if TYPE_CHECKING:
    from verilab.solving.portfolios import Plan as PortfolioPlan


class ProgramCounter(Enum):
    """Control flow of the program, or a variable that numbers the locations which Transformations 1 and 2 leave, or all."""

    EXPLICIT = "explicit"
    SYMBOLIC = "symbolic"
    SYMBOLIC_FULL = "symbolic-full"


class Blocks(Enum):
    """Where the block operator cuts; AUTO depends on the strategy and on the program counter."""

    AUTO = "auto"
    ADJUSTABLE = "adjustable"
    LARGE = "large"
    SINGLE = "single"
    TRANSFORMED = "transformed"


@dataclass(frozen=True, slots=True)
class Choices:
    """Each by the name of its setting; what a setting means says ``Configuration``.

    ``procedures``: those of ``interpolation`` in their order, none where the backend's own are asked.  ``judges_refused``: a program that
    the compiler refuses has a verdict.
    """

    counter: ProgramCounter
    block: Blocks
    engine: EngineKind
    value_interpolation: ValueInterpolation
    abstraction: AbstractionKind
    extraction: Extraction
    fallback: Fallback
    interpolate: Interpolate
    reduction: Reduction
    target_coverage: TargetCoverage
    loop_counter: LoopCounterDefinition
    useless_choice: UselessChoice
    signed_overflow: OverflowPolicy
    judges_refused: bool
    procedures: tuple[str | PortfolioPlan, ...]

    @classmethod
    def of(cls, configuration: Configuration) -> Choices:
        """Those of a configuration, which has looked at each of them."""
        lazy = configuration.analysis == AUTO and not configuration.strategy
        abstraction = configuration.abstraction if configuration.abstraction != AUTO else "lazy" if lazy else "boolean"
        return cls(
            counter=ProgramCounter(configuration.counter),
            block=Blocks(configuration.block),
            engine=EngineKind(configuration.engine),
            value_interpolation=ValueInterpolation(configuration.value_interpolation),
            abstraction=AbstractionKind(abstraction),
            extraction=Extraction(configuration.extraction),
            fallback=Fallback(configuration.fallback),
            interpolate=Interpolate(configuration.interpolate),
            reduction=Reduction(configuration.reduction),
            target_coverage=TargetCoverage(configuration.target_coverage),
            loop_counter=LoopCounterDefinition(configuration.loop_counter),
            useless_choice=UselessChoice(configuration.useless_choice),
            signed_overflow=OverflowPolicy(configuration.signed_overflow),
            judges_refused=configuration.refused_by_compiler == "verdict",
            procedures=_procedures(configuration.interpolation),
        )


def _procedures(text: str) -> tuple[str | PortfolioPlan, ...]:
    if not text:
        return ()
    from verilab.solving.portfolios import parse_interpolation  # only here: most configurations name no procedure

    return parse_interpolation(text)
