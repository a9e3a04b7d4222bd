"""mathsat:proofs: all cuts of a sequence from one refutation.

For each prefix A_1 .. A_k of interpolation groups MathSAT gives I_k from the same proof (Cimatti, Griggio, Sebastiani, "Efficient
generation of Craig interpolants in satisfiability modulo theories", TOCL'10; for integers Griggio, Le, Sebastiani, TACAS'11).  Such
interpolants form an inductive sequence for most theories, but nothing promises it: each step is checked, and where I_k and A_(k+1) do
not imply I_(k+1), the rest is interpolated again with I_k in the place of A_1 .. A_k.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab.solving.interpolation import Failed, TimedOut
from verilab.solving.reduction import Sequent
from verilab_backends.mathsat_back import UnsupportedTerm
from verilab_backends.mathsat_library import integers
from verilab_backends.mathsat_session import Timer
from verilab_backends.mathsat_terms import MathsatError, MathsatTerms

_PROCEDURE = "mathsat:proofs"
_OPTIONS = {"interpolation": "true", "theory.bv.eager": "false"}  # the eager bit-vector solver has no proofs of words


class _Stop(Exception):
    """An answer of the solver that ends the interpolation."""

    def __init__(self, outcome: TimedOut | Failed) -> None:
        self.outcome = outcome


class ProofsEngine:
    """The procedure over the terms of one environment."""

    def __init__(self, terms: MathsatTerms, seed: int = 0) -> None:
        self._terms = terms
        self._library = terms.library
        self._seed = seed
        self.repaired = 0

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        terms = self._terms
        try:
            partitions = [terms.to_mathsat(partition) for partition in sequent.partitions]
            found = self._repaired(partitions, self._cuts(partitions, end), end)
            formulas = [terms.from_mathsat(term) for term in found]
        except _Stop as stop:
            return stop.outcome
        except (MathsatError, UnsupportedTerm) as error:
            return Failed(str(error), _PROCEDURE)
        for cut, (formula, shared) in enumerate(zip(formulas, sequent.shared, strict=True), 1):
            if not formula.get_free_variables() <= set(shared):
                return Failed(f"the interpolant of cut {cut} speaks of variables of one side", _PROCEDURE)
        return formulas

    def _cuts(self, partitions: Sequence[int], end: float | None) -> list[int]:
        """One interpolant per cut, from one proof."""
        library = self._library
        env = self._terms.make_env(_OPTIONS, self._seed)
        try:
            groups = []
            for partition in partitions:
                groups.append(library.create_itp_group(env))
                library.set_itp_group(env, groups[-1])
                if library.assert_formula(env, partition):
                    raise MathsatError(self._terms.error(env))
            self._refute(env, Timer(self._terms, env), end)
            cuts = []
            for size in range(1, len(groups)):
                found: int | None = library.get_interpolant(env, integers(groups[:size]), size)
                if found is None:
                    raise MathsatError(self._terms.error(env))
                self._check_time(end)
                cuts.append(found)
            return cuts
        finally:
            library.destroy_env(env)

    def _repaired(self, partitions: Sequence[int], cuts: list[int], end: float | None) -> list[int]:
        """The cuts as an inductive sequence."""
        library = self._library
        env = self._terms.make_env({}, self._seed)
        timer = Timer(self._terms, env)
        try:
            for index in range(len(cuts) - 1):
                library.push_backtrack_point(env)
                for term in (cuts[index], partitions[index + 1], library.make_not(env, cuts[index + 1])):
                    library.assert_formula(env, term)
                inductive = self._is_refuted(env, timer, end)
                library.pop_backtrack_point(env)
                if not inductive:
                    self.repaired += 1
                    rest = self._cuts([library.make_and(env, cuts[index], partitions[index + 1]), *partitions[index + 2 :]], end)
                    cuts = cuts[: index + 1] + rest
            return cuts
        finally:
            library.destroy_env(env)

    def _refute(self, env: int, timer: Timer, end: float | None) -> None:
        if not self._is_refuted(env, timer, end):
            raise _Stop(Failed("MathSAT finds the sequence satisfiable", _PROCEDURE))

    def _is_refuted(self, env: int, timer: Timer, end: float | None) -> bool:
        self._check_time(end)
        timer.start(None if end is None else end - time.monotonic())
        answer = self._library.solve(env)
        if answer < 0:
            raise _Stop(TimedOut(_PROCEDURE) if timer.expired else Failed(self._terms.error(env), _PROCEDURE))
        return bool(answer == 0)

    def _check_time(self, end: float | None) -> None:
        if end is not None and time.monotonic() > end:
            raise _Stop(TimedOut(_PROCEDURE))
