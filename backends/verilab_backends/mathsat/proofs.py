"""mathsat:proofs: all cuts of a sequence, or of a tree, from one refutation.

For each prefix A_1 .. A_k of interpolation groups MathSAT gives I_k from the same proof (Cimatti, Griggio, Sebastiani, "Efficient
generation of Craig interpolants in satisfiability modulo theories", TOCL'10; for integers Griggio, Le, Sebastiani, TACAS'11).  Such
interpolants form an inductive sequence for most theories, but nothing promises it: each step is checked, and where I_k and A_(k+1) do
not imply I_(k+1), the rest is interpolated again with I_k in the place of A_1 .. A_k.

An interpolant costs MathSAT a walk over the proof.  Where those of two cuts are the same, all cuts between have it, too: it is implied by
itself, and what it speaks of is shared by both sides of each of these cuts.  So they are asked for by bisection: on a path of 1,000 edges,
of which some ten matter, some hundred in place of 1,000.

For a tree the groups of each subtree are those of a prefix.  Interpolants by McMillan's system of one proof are a tree interpolant
(Gurfinkel, Rollini, Sharygina, "Interpolation properties and SAT-based model checking", ATVA'13), those that a theory gives for its lemmas
need not fit: whoever asks checks the whole.

``Combination``: how the interpolants of a proof's resolution steps are put together, which is MathSAT's option ``dpll.interpolation_mode``.
The sequences of all of them are inductive (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI'10), as far as the theories' are.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum

from pysmt.fnode import FNode

from verilab.solving.engine import Sequent, TreeSequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab.solving.simplification.simplifier import Simplifier, conjuncts
from verilab.solving.trees import by_bisection, unbranched
from verilab_backends.mathsat.library import integers
from verilab_backends.mathsat.terms import MathsatError, MathsatTerms
from verilab_backends.mathsat.terms_back import UnsupportedTerm
from verilab_backends.mathsat.timer import Timer

_PROCEDURE = "mathsat:proofs"
# The eager bit-vector solver has no proofs of words; for the last one see ``session``.
_OPTIONS = {"interpolation": "true", "theory.bv.eager": "false", "preprocessor.toplevel_propagation": "false"}


class Combination(Enum):
    """The procedures of one proof, by MathSAT's numbers: of the algorithm, and of what a lemma of arithmetic is summarised from.

    WEAK: inverse labels, and the negated summary of a lemma's literals of B in place of that of its literals of A.
    """

    MCMILLAN = ("0", "0")
    PUDLAK = ("1", "0")
    INVERSE = ("2", "0")
    WEAK = ("2", "2")

    @property
    def options(self) -> Mapping[str, str]:
        return {"dpll.interpolation_mode": self.value[0], "theory.la.interpolation_mode": self.value[1]}


QUESTIONS = 50
"""After so many a prover is replaced: at 2000 it was ten times as slow."""


class _Stop(Exception):
    """An answer of the solver that ends the interpolation."""

    def __init__(self, outcome: TimedOut | Failed) -> None:
        self.outcome = outcome


class _Solver:
    """A MathSAT environment that is asked one thing after another, each on a level of its own."""

    def __init__(self, terms: MathsatTerms, options: Mapping[str, str], seed: int) -> None:
        self.env = terms.make_env(options, seed)
        self.timer = Timer(terms.library, self.env)
        self.questions = 0
        self.stopped = False
        self._terms = terms

    @contextmanager
    def level(self) -> Iterator[int]:
        """The environment with a new level, which is taken back at the end; after an exception it is not to be used any more."""
        self.questions += 1
        self._terms.library.push_backtrack_point(self.env)
        try:
            yield self.env
        except BaseException:  # also after an interruption the level is still there
            self.stopped = True
            raise
        self._terms.library.pop_backtrack_point(self.env)

    def add(self, term: int) -> None:
        if self._terms.library.assert_formula(self.env, term):
            raise MathsatError(self._terms.error(self.env))

    def refutes(self, end: float | None) -> bool:
        """Whether the assertions are unsatisfiable; _Stop where MathSAT does not find out."""
        seconds = _rest(end)
        self.timer.start(seconds)
        answer = self._terms.library.solve(self.env)
        if answer < 0:
            raise _Stop(TimedOut(_PROCEDURE) if self.timer.expired else Failed(self._terms.error(self.env), _PROCEDURE))
        return bool(answer == 0)


class ProofsEngine:
    """The procedure over the terms of one environment.

    MathSAT's environments that interpolate bit-vectors crash when they are destroyed or reset, and cost 2.5 MB each: one is used for
    many questions, which makes it slower and slower, and then left alone for the next one.
    """

    def __init__(self, terms: MathsatTerms, seed: int = 0, combination: Combination = Combination.MCMILLAN) -> None:
        self._terms = terms
        self._library = terms.library
        self._seed = seed
        self._options = {**_OPTIONS, **combination.options}
        self._prover = self._make_prover()
        self._checker = self._make_checker()
        self._simplify = Simplifier(terms.environment)
        self.repaired = 0

    def _make_prover(self) -> _Solver:
        return _Solver(self._terms, self._options, self._seed)

    def _make_checker(self) -> _Solver:
        return _Solver(self._terms, {"preprocessor.toplevel_propagation": "false"}, self._seed)

    def close(self) -> None:
        """End the checking solver; the other one stays, see above."""
        self._library.destroy_env(self._checker.env)

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        answer = self._attempt(sequent, end)
        if isinstance(answer, Failed) and self._prover.questions > 1:
            # A prover may still count formulas to the groups that they had in an earlier question.
            self._prover = self._make_prover()
            answer = self._attempt(sequent, end)
        return answer

    def _attempt(self, sequent: Sequent, end: float | None) -> Sequence[FNode] | TimedOut | Failed:
        try:
            left = self._without_repetitions(sequent.partitions)
            partitions = [self._terms.to_mathsat(partition) for partition in left]
            formulas = self._inductive(partitions, self._cuts(partitions, end), end)
        except _Stop as stop:
            return stop.outcome
        except (MathsatError, UnsupportedTerm) as error:
            return Failed(str(error), _PROCEDURE)
        last = max(index for index, partition in enumerate(left) if not partition.is_true())
        # What follows the last partition that is not true is implied by a contradiction.
        formulas = [formula if cut < last else self._terms.environment.formula_manager.FALSE() for cut, formula in enumerate(formulas)]
        return self._shared_only("cut", formulas, sequent.shared)

    def _shared_only(self, place: str, formulas: Sequence[FNode], shared: Sequence[Collection[FNode]]) -> Sequence[FNode] | Failed:
        """The interpolants, if they speak of shared variables only; what MathSAT says of others may be no more than x = x or x < x."""
        checked = []
        for number, (formula, variables) in enumerate(zip(formulas, shared, strict=True), 1):
            if not formula.get_free_variables() <= set(variables):
                formula = self._simplify(formula)
            if not formula.get_free_variables() <= set(variables):
                return Failed(f"the interpolant of {place} {number} speaks of variables of one side", _PROCEDURE)
            checked.append(formula)
        return checked

    def interpolate_tree(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        answer = self._tree(sequent, end)
        if isinstance(answer, Failed) and self._prover.questions > 1:  # as of sequences
            self._prover = self._make_prover()
            answer = self._tree(sequent, end)
        return answer

    def _tree(self, sequent: TreeSequent, end: float | None) -> Sequence[FNode] | TimedOut | Failed:
        below: list[list[int]] = [[node] for node in range(len(sequent.partitions))]
        for node, parent in enumerate(sequent.parents):
            below[parent] += below[node]
        try:
            partitions = [self._terms.to_mathsat(partition) for partition in self._without_repetitions(sequent.partitions)]
            formulas = self._of_sides(partitions, below[:-1], unbranched(sequent.parents), end)
        except _Stop as stop:
            return stop.outcome
        except (MathsatError, UnsupportedTerm) as error:
            return Failed(str(error), _PROCEDURE)
        return self._shared_only("node", formulas, sequent.shared)

    # MathSAT counts a formula that is in two groups to one of them only.  Without its repetitions A_k is weaker, so that interpolants
    # of the sequence that is left are interpolants of the given one.
    def _without_repetitions(self, partitions: Sequence[FNode]) -> list[FNode]:
        seen: set[FNode] = set()
        result = []
        for partition in partitions:
            own = [conjunct for conjunct in conjuncts(partition) if conjunct not in seen]
            seen.update(own)
            result.append(self._terms.environment.formula_manager.And(own))
        return result

    def _cuts(self, partitions: Sequence[int], end: float | None) -> list[FNode]:
        """One interpolant per cut, from one proof."""
        sides = [range(size) for size in range(1, len(partitions))]
        return self._of_sides(partitions, sides, [range(len(sides))], end)

    def _of_sides(
        self, partitions: Sequence[int], sides: Sequence[Sequence[int]], ways: Iterable[Sequence[int]], end: float | None
    ) -> list[FNode]:
        """One interpolant per set of partitions, against the others, from one proof.

        ``ways`` has the place of each of ``sides`` once; along a way each set contains the one before.
        """
        library = self._library
        if self._prover.stopped or self._prover.questions >= QUESTIONS:
            self._prover = self._make_prover()
        prover = self._prover
        with prover.level() as env:
            groups = []
            for partition in partitions:
                groups.append(library.create_itp_group(env))
                library.set_itp_group(env, groups[-1])
                prover.add(partition)
            if not prover.refutes(end):
                raise _Stop(Failed("MathSAT finds the sequence satisfiable", _PROCEDURE))

            def interpolant(side: Sequence[int]) -> int:
                term: int | None = library.get_interpolant(env, integers([groups[index] for index in side]), len(side))
                if term is None:
                    raise MathsatError(self._terms.error(env))
                _rest(end)
                return term

            answers = dict[int, int]()
            for way in ways:
                answers |= zip(way, by_bisection(interpolant, [sides[place] for place in way]), strict=True)
            return self._terms.from_mathsat([answers[place] for place in range(len(sides))])  # now: they live on this level only

    def _inductive(self, partitions: Sequence[int], cuts: list[FNode], end: float | None) -> list[FNode]:
        """The cuts as an inductive sequence, each step checked on what is handed out."""
        if self._checker.stopped:
            self._checker = self._make_checker()
        library, root, checker = self._library, self._terms.root, self._checker
        for index, partition in enumerate(partitions):
            if 0 < index < len(cuts) and cuts[index - 1] is cuts[index]:
                continue
            step = [partition]
            if index:
                step.append(self._terms.to_mathsat(cuts[index - 1]))
            if index < len(cuts):
                step.append(library.make_not(root, self._terms.to_mathsat(cuts[index])))
            with checker.level():
                for term in step:
                    checker.add(term)
                if checker.refutes(end):
                    continue
            if index in (0, len(cuts)):
                raise _Stop(Failed(f"MathSAT refutes its own interpolant of cut {max(index, 1)}", _PROCEDURE))
            self.repaired += 1
            cuts = cuts[:index] + self._cuts([library.make_and(root, step[1], partition), *partitions[index + 1 :]], end)
        return cuts


def _rest(end: float | None) -> float | None:
    """The seconds left; _Stop where there are none."""
    rest = None if end is None else end - time.monotonic()
    if rest is not None and rest <= 0:
        raise _Stop(TimedOut(_PROCEDURE))
    return rest
