"""score domain-type: how large the types of the tracked variables are (SPIN'15 §3; the score of FORTE'15 §4 and §5).

Booleans are cheap to track, variables that are only compared for equality cost more, arithmetic ones most; one loop counter makes
the score maximal.  Two formulas have been in use: the product of these papers and the sum of later work.  Of a precision without variables
the papers' product is the empty one, 1 (``text``); their implementation took one variable of the worst type for it (``product``).
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.static_analysis.domain_types import DomainType
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.scores import MAXIMUM, Score, SidedFactory, SidedScore

PRODUCT = {DomainType.BOOLEAN: 2, DomainType.EQUALITY: 4}
SUM = {DomainType.BOOLEAN: 1, DomainType.EQUALITY: 2}
SIDES, FORMULAS = ("good", "bad"), ("product", "sum", "text")
EMPTY = {"product": 16, "sum": 3, "text": 1}


@dataclass(frozen=True, slots=True)
class DomainTypeScore:
    """The measure in one of its formulas."""

    formula: str

    # An empty set costs as one variable of the worst type does in the papers' verifier, whose sum starts at 1 (and ours at 0).
    # product, text: prod of delta(x), delta = 2, 4, 16;   sum: sum of delta(x), delta = 1, 2, 4;   x over the variables of the precision.
    def __call__(self, candidate: Candidate, context: Context) -> float:
        """MAXIMUM with a loop counter, less without one, however many variables there are."""
        types = context.domain_types
        product = self.formula != "sum"
        score = 1 if product else 0
        variables = context.variables(candidate)
        if not variables:
            return EMPTY[self.formula]
        for variable in variables:
            if types.is_loop_counter(variable):
                return MAXIMUM
            type = types.of(variable)
            score = score * PRODUCT.get(type, 16) if product else score + SUM.get(type, 4)
        return min(score, MAXIMUM - 1)


class DomainTypeFactory(SidedFactory):
    """Makes the score of a side and a formula."""

    def __init__(self) -> None:
        super().__init__("domain-type", *SIDES, DomainTypeScore(FORMULAS[0]))
        self.__doc__ = "``good`` (the default) or ``bad``, then ``:product`` (2, 4, 16; the default), ``:sum`` (1, 2, 4) or ``:text``."

    def __call__(self, parameter: str) -> Score:
        side, _, formula = parameter.partition(":")
        side, formula = side or SIDES[0], formula or FORMULAS[0]
        for value, known in ((side, SIDES), (formula, FORMULAS)):
            if value not in known:
                raise ValueError(f"unknown word {value!r}; known: {', '.join(known)}")
        suffix = "" if formula == FORMULAS[0] else f":{formula}"
        return SidedScore(f"domain-type:{side}{suffix}", side == "bad", DomainTypeScore(formula))


make = DomainTypeFactory()
