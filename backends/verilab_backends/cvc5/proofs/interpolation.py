"""cvc5:proofs: interpolants of all cuts of a sequence, or of a tree, from one proof of unsatisfiability by cvc5.

The assertions are solved once with proofs; one walk over the proof (``walk``) gives partial interpolants by a labelling system
of D'Silva et al. (VMCAI 2010).  All three systems give inductive sequences: with the same proof for all cuts,
    I_k(C) and A_(k+1) and not C' => I_(k+1)(C)      for each clause C, where C' is C without its literals that are local to one side
                                                     of both cuts;
it holds of leaves and theory lemmas, and each pivot keeps it, whatever its labels at the two cuts are.  For the empty clause it is
I_k and A_(k+1) => I_(k+1).

Cuts at which a literal of the proof mixes both sides have no interpolant from it.  They are repaired: between the neighbouring cuts i < j
that have one, the sequence  I_i and A_(i+1), A_(i+2) .. A_(j-1), A_j and not I_j  is unsatisfiable, and another engine interpolates it.

A tree is, for each leaf, a sequence: its nodes are those from the leaf to the root, and what hangs on one of them belongs to it; a cut has
the subtree below it on its left.  The same proof is walked once for each leaf.  That interpolants of McMillan's system are a tree
interpolant holds where all of them are of one walk (Gurfinkel, Rollini, Sharygina, ATVA'13): here lemmas may lie elsewhere in another, so
that each answer is checked before it is given.  A tree with a cut that has no interpolant has none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import cvc5
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext, Reduction, SessionClosed, Simplification, SolverSession
from verilab.solving.certificate import Valid
from verilab.solving.fallbacks import by_halves
from verilab.solving.interpolation import Failed, Failure, Interpolants, Interpolator, NotUnsat, Outcome, TimedOut, Unsupported, reason_of
from verilab.solving.records import QueryRecord
from verilab.solving.simplification.simplifier import Simplifier, conjuncts
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import check_shape
from verilab_backends.cvc5.proofs.literals import Intervals, ProofLiterals
from verilab_backends.cvc5.proofs.solver import NARROWING, PROVING, RenewedSolver
from verilab_backends.cvc5.proofs.terms import PropositionTerms
from verilab_backends.cvc5.proofs.walk import ProofWalk
from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.operators import UnsupportedTerm
from verilab_backends.resolution.labelled_interpolation import LabelledInterpolation, Labelling, placed

FEW = 40
"""So few assertions are proved as they are: looking for a core would take as long."""


@dataclass(slots=True)
class ProofCounters:
    """What became of the unsatisfiable queries and their cuts."""

    queries: int = 0
    queries_with_fallback: int = 0
    cuts: int = 0
    cuts_by_fallback: int = 0


class ProofInterpolator:
    """``make_fallbacks`` makes the interpolators for the cuts that a proof has no interpolant for; without one such queries fail.

    What is proved is a core that another solver of cvc5 has found (``solver``), but with ``Reduction.NONE``.  Each
    use of the fallback is counted in ``counters``, has a record of its own kind ("fallback", size: cuts), and is named in the outcome.
    """

    def __init__(
        self,
        procedure: str,
        terms: Cvc5Terms,
        logic: str,
        labelling: Labelling,
        make_fallbacks: Callable[[], Sequence[Interpolator]],
        context: QueryContext,
        make_session: Callable[[], SolverSession],
    ) -> None:
        self.procedure = procedure
        self.counters = ProofCounters()
        self._terms = terms
        self._solver = RenewedSolver(terms.manager, logic, PROVING)
        self._narrowing = RenewedSolver(terms.manager, logic, NARROWING)
        self._literals = ProofLiterals()
        self._simplify = Simplifier(terms.environment)
        self._identities: dict[FNode, int] = {}
        self._labelling = labelling
        self._make_fallbacks = make_fallbacks
        self._fallbacks: Sequence[Interpolator] | None = None
        self._context = context
        self._make_session = make_session
        self._session: SolverSession | None = None
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._solver.close()
        self._narrowing.close()
        if self._session is not None:
            self._session.close()
        for fallback in self._fallbacks or ():
            fallback.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")
        return self._timed("interpolate", len(partitions), timeout, lambda deadline: self._sequence(partitions, deadline))

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        """For McMillan's labels: see ``TreeInterpolator``."""
        check_shape(partitions, parents)
        return self._timed("interpolate-tree", len(partitions), timeout, lambda deadline: self._tree(partitions, parents, deadline))

    def _timed(self, kind: str, size: int, timeout: float | None, ask: Callable[[Deadline], Outcome]) -> Outcome:
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        start = time.perf_counter()
        with self._context.clock.measure("interpolate"):
            deadline = Deadline(self._context.seconds(timeout))
            try:
                outcome = ask(deadline)
            except OutOfTime:
                outcome = TimedOut(self.procedure)
        if isinstance(outcome, TimedOut):
            self._context.deadline.check()
        self._record(kind, size, start, outcome)
        return outcome

    def _record(self, kind: str, size: int, start: float, outcome: Outcome) -> None:
        if self._context.recorder is not None:
            name = type(outcome).__name__.lower()
            self._context.recorder(QueryRecord(kind, self.procedure, size, time.perf_counter() - start, name))

    def _sequence(self, partitions: Sequence[FNode], deadline: Deadline) -> Outcome:
        proved = self._from_proofs(partitions, deadline)
        if not isinstance(proved, list):
            return proved
        missing = proved.count(None)
        self.counters.queries += 1
        self.counters.cuts += len(proved)
        if not missing:
            return Interpolants(tuple(formula for formula in proved if formula is not None), self.procedure)
        self.counters.queries_with_fallback += 1
        self.counters.cuts_by_fallback += missing
        start = time.perf_counter()
        outcome = self._repaired(partitions, proved, deadline)
        self._record("fallback", missing, start, outcome)
        return outcome

    def _tree(self, partitions: Sequence[FNode], parents: Sequence[int], deadline: Deadline) -> Outcome:
        proved = self._from_proofs(partitions, deadline, parents)
        if not isinstance(proved, list):
            return proved
        formulas = tuple([formula for formula in proved if formula is not None])
        if len(formulas) < len(proved):
            return Failed(
                f"the proof mixes both sides, or has a step that cannot be read, at {proved.count(None)} of {len(proved)} nodes",
                self.procedure,
            )
        if self._session is None:
            self._session = self._make_session()
        environment = self._terms.environment
        certificate = certify_tree(self._session, environment, partitions, parents, formulas, timeout=deadline.remaining())
        if not isinstance(certificate, Valid):
            return Failed(f"the proof's interpolants are no tree interpolant: {certificate}", self.procedure)
        return Interpolants(formulas, self.procedure)

    def _from_proofs(
        self, partitions: Sequence[FNode], deadline: Deadline, parents: Sequence[int] | None = None
    ) -> list[FNode | None] | Failure:
        """The interpolants of a proof; of one of the other assertions, all or a core, where that has more.

        Proofs of one contradiction differ in what they mix, and another one costs less than other procedures at the cuts that lack one.
        """
        proved = self._from_proof(partitions, deadline, parents)
        if not isinstance(proved, list) or None not in proved or self._context.reduction is Reduction.NONE:
            return proved
        rest = deadline.remaining()
        try:
            other = self._from_proof(partitions, Deadline(None if rest is None else rest / 2), parents, narrow_few=True)
        except OutOfTime:
            return proved
        return other if isinstance(other, list) and other.count(None) < proved.count(None) else proved

    def _from_proof(
        self, partitions: Sequence[FNode], deadline: Deadline, parents: Sequence[int] | None = None, *, narrow_few: bool = False
    ) -> list[FNode | None] | Failure:
        """The interpolants by cut, or by node of a tree; None where the proof has none.

        A core is proved where there are many assertions, else all of them; ``narrow_few``: the other way around.
        """
        try:
            inputs = self._inputs(partitions)
        except (UnsupportedTerm, ValueError) as error:
            return Unsupported(str(error), self.procedure)
        try:
            narrowed = self._narrowed(inputs, deadline) if (len(inputs) >= FEW) != narrow_few else inputs
            if not isinstance(narrowed, dict):
                return narrowed
            inputs = narrowed
            with self._solver.checked([term for _, term in inputs.values()], deadline.remaining()) as (answer, solver):
                if answer.isSat():
                    return NotUnsat()
                if answer.isUnsat():
                    deadline.check()
                    proof = solver.getProof()[0]
                    if parents is None:
                        return self._from_refutation(proof, inputs, partitions, range(len(partitions)), deadline)
                    return self._of_leaves(proof, inputs, partitions, parents, deadline)
        except UnsupportedTerm:
            return [None] * (len(partitions) - 1)
        except RuntimeError as error:  # cvc5's own exceptions
            return Failed(str(error), self.procedure)
        explanation = answer.getUnknownExplanation()
        return TimedOut(self.procedure) if explanation == cvc5.UnknownExplanation.TIMEOUT else Failed(str(explanation), self.procedure)

    def _of_leaves(
        self, proof: Any, inputs: dict[int, tuple[int, Any]], partitions: Sequence[FNode], parents: Sequence[int], deadline: Deadline
    ) -> list[FNode | None]:
        """The interpolants by node, of one walk from each leaf."""
        result: list[FNode | None] = [None] * len(parents)
        walked: set[int] = set()
        for leaf in sorted(set(range(len(parents))) - set(parents)):
            chain = [leaf]
            while chain[-1] < len(parents):
                chain.append(parents[chain[-1]])
            place = {node: index for index, node in enumerate(chain)}
            for node in reversed(range(len(parents))):
                place.setdefault(node, place[parents[node]])
            cuts = self._from_refutation(proof, inputs, partitions, [place[node] for node in range(len(partitions))], deadline)
            for node, formula in zip(chain, cuts, strict=False):
                if node not in walked:
                    walked.add(node)
                    result[node] = formula
        return result

    def _from_refutation(
        self, proof: Any, inputs: dict[int, tuple[int, Any]], given: Sequence[FNode], places: Sequence[int], deadline: Deadline
    ) -> list[FNode | None]:
        """The interpolants of the cuts of a sequence in which each given formula has its place."""
        partitions = max(places) + 1
        spans = self._spans(given, places)
        result: list[FNode | None] = [None] * (partitions - 1)
        literals, propositions = self._literals, self._literals.propositions
        propositions.forget()
        interpolation = LabelledInterpolation(propositions, Intervals(literals, spans, partitions), partitions, self._labelling)
        walk = ProofWalk(interpolation, literals, {identity: places[number] for identity, (number, _) in inputs.items()}, deadline.check)
        root = walk.refutation(proof)
        if root.clause:
            return result
        root = placed(root)
        cuts = [cut for cut in range(partitions - 1) if cut not in interpolation.spoiled]
        writer = PropositionTerms(self._terms, literals)
        for cut, formula in zip(cuts, writer.write([interpolation.at(root, cut) for cut in cuts]), strict=True):
            result[cut] = formula if self._context.simplification is Simplification.NONE else self._simplify(formula)
        return result

    def _narrowed(self, inputs: dict[int, tuple[int, Any]], deadline: Deadline) -> dict[int, tuple[int, Any]] | NotUnsat:
        """Those of the assertions that a core has; all of them where nobody finds one in half of the time."""
        if self._context.reduction is Reduction.NONE:
            return inputs
        rest = deadline.remaining()
        with self._narrowing.checked([term for _, term in inputs.values()], None if rest is None else rest / 2) as (answer, solver):
            if answer.isSat():
                return NotUnsat()
            if not answer.isUnsat():
                return inputs
            core = {term.getId() for term in solver.getUnsatCore()}
        return {identity: value for identity, value in inputs.items() if identity in core}

    def _inputs(self, partitions: Sequence[FNode]) -> dict[int, tuple[int, Any]]:
        """The assertions with the numbers of their partitions, by the identities of cvc5's terms."""
        inputs: dict[int, tuple[int, Any]] = {}
        for index, partition in enumerate(partitions):
            for conjunct in conjuncts(partition):
                term = self._terms.to_cvc5(conjunct)
                inputs.setdefault(term.getId(), (index, term))
        return inputs

    def _spans(self, partitions: Sequence[FNode], places: Sequence[int]) -> dict[int, tuple[int, int]]:
        """The first and the last place of each symbol, by the identities of cvc5's terms."""
        identities = self._identities
        spans: dict[int, tuple[int, int]] = {}
        for partition, place in zip(partitions, places, strict=True):
            for variable in partition.get_free_variables():
                identity = identities.get(variable)
                if identity is None:
                    identity = identities[variable] = self._terms.symbol(variable).getId()
                first, last = spans.get(identity, (place, place))
                spans[identity] = (min(first, place), max(last, place))
        return spans

    def _repaired(self, partitions: Sequence[FNode], proved: list[FNode | None], deadline: Deadline) -> Outcome:
        """The sequence with each run of missing interpolants interpolated between its neighbours."""
        manager = self._terms.environment.formula_manager
        mixed = f"{proved.count(None)} of {len(proved)} cuts"
        result: list[FNode] = []
        used: dict[str, None] = {}
        while len(result) < len(proved):
            known = proved[len(result)]
            if known is not None:
                result.append(known)
                continue
            start = end = len(result)
            while end < len(proved) and proved[end] is None:
                end += 1
            part = list(partitions[start : end + 1])
            if start:
                part[0] = manager.And(result[-1], part[0])
            following = proved[end] if end < len(proved) else None
            if following is not None:
                part[-1] = manager.And(part[-1], manager.Not(following))
            answer = self._fall_back(part, deadline)
            if isinstance(answer, str):
                return Failed(f"the proof mixes both sides, or has a step that cannot be read, at {mixed}: {answer}", self.procedure)
            result.extend(answer.formulas)
            used[answer.procedure] = None
        return Interpolants(tuple(result), self.procedure, f"{mixed} by {', '.join(used)}")

    def _fall_back(self, part: Sequence[FNode], deadline: Deadline) -> Interpolants | str:
        """The first fallback's answer; or why there is none."""
        if self._fallbacks is None:
            self._fallbacks = self._make_fallbacks()
        reasons = []
        for fallback, answer in by_halves(self._fallbacks, part, deadline):
            if isinstance(answer, Interpolants):
                return answer
            reasons.append(f"{fallback.procedure}: {reason_of(answer) or type(answer).__name__.lower()}")
        deadline.check()
        return "; ".join(reasons) or "no fallback for this logic"
