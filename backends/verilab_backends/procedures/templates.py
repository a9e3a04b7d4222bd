"""<backend>:templates: interpolants of bit-vectors from the error backwards, in words that the program has, for any solver.

As ``backward``, whose frame this is, but a bad state s at cut k is excluded by what the prefix A_1 .. A_k implies among the templates
(``word_templates``), not by the part of s that it contradicts: a projected cube of bit-vectors is made of the values of this path.
    J_k := the literals over templates that A_1 and .. and A_k implies                                  (candidates filtered by models)
    for k = n-1 .. 1, with I_n = false:    I_k := true;
        while I_k and A_(k+1) and not I_(k+1) has a model s:
            l := a literal of J_k that s contradicts;  or else the clause of the negations of few literals that hold in s and that the
                 prefix contradicts together, by an unsatisfiable core;        I_k := I_k and l
        I_k := the conjuncts of I_k that  A_(k+1) and not I_(k+1)  needs
Among literals those come first that are implied at most cuts: what holds at every visit of a loop's head is its invariant.  Where the
templates do not tell s from the prefix's states, a projected cube joins its literals, and with it values of the path.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.solving.backend import SolverSession, Status
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.procedures.backward import BackwardEngine, Stop
from verilab_backends.procedures.implicants import implicant
from verilab_backends.procedures.word_templates import Template, WordTemplates

if TYPE_CHECKING:
    from collections.abc import Iterator

DROPS = 24
"""Literals of a core that are tried one by one whether the rest is a contradiction too."""
SHARE = 0.4
"""Of the time, for what the prefixes imply; what is not known by then counts as not implied."""
SLICE = 0.2
"""Of that time, for one question."""


@dataclass(frozen=True, slots=True)
class _Literal:
    """A template or its negation; ``state``: the same at all cuts."""

    formula: FNode
    state: Hashable
    rank: int


class TemplatesEngine(BackwardEngine):
    """The procedure on sessions of any backend with models and cores."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        source = WordTemplates(self._terms.environment, sequent.partitions)
        templates = [source.at_cut(cut, shared) for cut, shared in enumerate(sequent.shared)]
        prefix = self._make_prover()
        try:
            implied = self._implied(prefix, sequent, templates, None if seconds is None else time.monotonic() + SHARE * seconds)
            visits = Counter(literal.state for literals in implied for literal in literals)
            interpolants: list[FNode] = []
            following = self._terms.false
            for cut in range(len(sequent.partitions) - 2, -1, -1):
                prefix.pop()
                preferred = sorted(implied[cut], key=lambda literal: (-visits[literal.state], literal.rank))
                following = self._strengthened(prefix, sequent, cut, following, templates[cut], preferred, end)
                interpolants.append(following)
            return interpolants[::-1]
        except Stop as stop:
            return stop.outcome
        except ValueError as error:
            return Failed(str(error), self._procedure)
        finally:
            prefix.close()

    # -- what the prefixes imply --------------------------------------------------------------------------------------------------

    def _implied(
        self, prefix: SolverSession, sequent: Sequent, templates: Sequence[Sequence[Template]], end: float | None
    ) -> list[list[_Literal]]:
        """J_k of every cut; at the end ``prefix`` has a level for each partition but the last, and one more."""
        share = None if end is None else max(0.02, SLICE * (end - time.monotonic()))
        result = []
        for partition, own in zip(sequent.partitions, templates, strict=False):
            prefix.push()
            prefix.add(partition)
            rest = None if end is None else end - time.monotonic()
            late = rest is not None and rest <= 0
            limit = None if share is None or rest is None else min(share, max(rest, 0.01))
            result.append([] if late else self._filtered(prefix, own, limit))
        prefix.push()
        return result

    # The first model makes every template or its negation a candidate; each later one contradicts some (``verilab.solving.enumeration``).
    def _filtered(self, prefix: SolverSession, templates: Sequence[Template], seconds: float | None) -> list[_Literal]:
        end = None if seconds is None else time.monotonic() + seconds
        if prefix.check(timeout=seconds) is not Status.SAT or not templates:
            return []  # a prefix that is a contradiction needs no templates
        candidates = self._holding(prefix, templates)
        prefix.push()
        try:
            while candidates:
                prefix.add(self._terms.disjunction([self._terms.negation(literal.formula) for literal in candidates]))
                rest = None if end is None else end - time.monotonic()
                if rest is not None and rest <= 0:
                    return []
                status = prefix.check(timeout=rest)
                if status is not Status.SAT:
                    return candidates if status is Status.UNSAT else []
                model = self._model(
                    prefix, sorted({symbol for candidate in candidates for symbol in candidate.formula.get_free_variables()}, key=str)
                )
                candidates = [literal for literal in candidates if model.holds(literal.formula)]
        finally:
            prefix.pop()
        return []

    def _holding(self, session: SolverSession, templates: Sequence[Template]) -> list[_Literal]:
        """The literals of templates that hold in the session's model."""
        known = sorted({symbol for template in templates for symbol in template.formula.get_free_variables()}, key=str)
        return self._literals(templates, self._model(session, known))

    def _literals(self, templates: Sequence[Template], model: Evaluation) -> list[_Literal]:
        negation = self._terms.negation
        return [
            _Literal(template.formula, template.state, template.rank)
            if model.holds(template.formula)
            else _Literal(negation(template.formula), ("not", template.state), template.rank)
            for template in templates
        ]

    def _model(self, session: SolverSession, known: Sequence[FNode]) -> Evaluation:
        values = dict(zip(known, session.values(known), strict=True))
        return Evaluation(lambda symbol: int(values.get(symbol, 0)))

    # -- one cut --------------------------------------------------------------------------------------------------------------------

    def _strengthened(
        self,
        prefix: SolverSession,
        sequent: Sequent,
        cut: int,
        following: FNode,
        templates: Sequence[Template],
        preferred: Sequence[_Literal],
        end: float | None,
    ) -> FNode:
        """I_k, where ``prefix`` holds A_1 .. A_k (k = cut + 1) and ``following`` is I_(k+1)."""
        terms = self._terms
        if following is terms.true:
            return terms.true
        step = terms.conjunction((sequent.partitions[cut + 1], terms.negation(following)))
        speaking = {symbol for template in templates for symbol in template.formula.get_free_variables()}
        everything = [*symbols(step), *sorted(speaking.difference(symbols(step)), key=str)]
        lemmas: list[FNode] = []
        bad = self._make_session()
        try:
            bad.add(step)
            while True:
                with _level(bad):
                    bad.add(*lemmas)
                    if self._check(bad, (), end) is not Status.SAT:
                        break
                    model = self._model(bad, everything)
                lemma = next((literal.formula for literal in preferred if not model.holds(literal.formula)), None)
                if lemma is None:
                    lemma = self._clause(prefix, step, model, templates, set(symbols(step)).difference(sequent.shared[cut]), end)
                if lemma is terms.false:
                    return lemma
                lemmas.append(lemma)
            if len(lemmas) > 1 and self._check(bad, lemmas, end) is Status.UNSAT:
                lemmas = bad.unsat_core()
        finally:
            bad.close()
        return terms.conjunction(lemmas)

    def _clause(
        self,
        prefix: SolverSession,
        step: FNode,
        model: Evaluation,
        templates: Sequence[Template],
        eliminated: set[FNode],
        end: float | None,
    ) -> FNode:
        """Negations of literals that hold in the bad state and that the prefix contradicts together."""
        literals = sorted(self._literals(templates, model), key=lambda literal: literal.rank)
        formulas = [literal.formula for literal in literals]
        core = self._small_core(prefix, formulas, end)
        if core is None:
            cube = self._projection.project(implicant(step, model, self._terms), eliminated, model)
            formulas += [atom if value else self._terms.negation(atom) for atom, value in cube.items()]
            core = self._small_core(prefix, formulas, end)
        if core is None:
            raise Stop(Failed("a bad state that is reachable: the sequence is satisfiable", self._procedure))
        return self._terms.disjunction([self._terms.negation(formula) for formula in core])

    def _small_core(self, prefix: SolverSession, literals: Sequence[FNode], end: float | None) -> list[FNode] | None:
        """A small part of the literals that contradicts the prefix, the last ones dropped first; None where all of them do not."""
        if self._check(prefix, literals, end) is not Status.UNSAT:
            return None
        core = prefix.unsat_core()
        for literal in core[::-1][:DROPS]:
            if len(core) < 2:
                break
            if literal in core:
                rest = [other for other in core if other is not literal]
                if self._check(prefix, rest, end) is Status.UNSAT:
                    core = prefix.unsat_core()
        return core


@contextmanager
def _level(session: SolverSession) -> Iterator[None]:
    session.push()
    try:
        yield
    finally:
        session.pop()
