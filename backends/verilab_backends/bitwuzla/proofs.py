"""bitwuzla:proofs: interpolant sequences from Bitwuzla's own bit-level proofs, lifted to words.

``Combination``: how the interpolants of resolution steps are put together, Bitwuzla's option ``interpolants-algo``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bitwuzla import Bitwuzla, BitwuzlaException, Option, Options, Result
from pysmt.fnode import FNode

from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut, Unsupported
from verilab_backends.bitwuzla.session import Limit
from verilab_backends.bitwuzla.terms import BitwuzlaTerms
from verilab_backends.operators import UnsupportedTerm
from verilab_backends.words.bit_lifting import lifted

_PROCEDURE = "bitwuzla:proofs"


class Combination(Enum):
    """Bitwuzla's names of the algorithms."""

    MCMILLAN = "mcmillan"
    PUDLAK = "pudlak"


class BitwuzlaProofs:
    """A new Bitwuzla per sequence, over the terms of one environment."""

    def __init__(self, terms: BitwuzlaTerms, combination: Combination = Combination.MCMILLAN) -> None:
        self._terms = terms
        self._combination = combination

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        options = Options()
        options.set(Option.PRODUCE_INTERPOLANTS, True)
        options.set("interpolants-algo", self._combination.value)
        solver = Bitwuzla(self._terms.manager, options)
        limit = Limit()
        limit.start(seconds)
        solver.configure_terminator(limit)
        try:
            partitions = [self._terms.to_bitwuzla(partition) for partition in sequent.partitions]
            solver.assert_formula(*dict.fromkeys(partitions))
            answer = solver.check_sat()
            if answer is not Result.UNSAT:
                return TimedOut(_PROCEDURE) if limit.passed else Failed(f"Bitwuzla answers {answer.name.lower()}", _PROCEDURE)
            increments = [[partition] for partition in partitions[:-1]]
            formulas = [self._terms.from_bitwuzla(term) for term in solver.get_interpolants(increments)]
            return [lifted(self._terms.environment, formula) for formula in formulas]
        except UnsupportedTerm as error:
            return Unsupported(str(error), _PROCEDURE)
        except BitwuzlaException as error:
            return Failed(str(error), _PROCEDURE)
