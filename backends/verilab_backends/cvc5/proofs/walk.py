"""From a cvc5 proof of unsatisfiability to labelled interpolation: what each step of the proof means as a resolution of clauses.

A proof node with the conclusion F under the open assumptions G_1 .. G_m is the clause  not G_1 or .. or not G_m or F, where instead of
F there may be disjuncts (the ``head``) that each imply F.  Then
    ASSUME      is a leaf of its partition, or for an assumption that SCOPE will discharge the axiom  not G or G;
    SCOPE       leaves the clause as it is, and with it NOT_AND, IMPLIES_ELIM and other steps that only write it differently;
    resolution  is resolution;
    arithmetic  sums are theory lemmas with their Farkas coefficients (``farkas_lemmas``);
    any other step from F_1 .. F_j to F resolves its premises with the valid clause  not F_1 or .. or not F_j or F, whatever its
                rule: it interpolates wherever its atoms together belong to one side; the other cuts are spoiled.
Nothing is believed but that each step is valid by itself: a step that is read wrongly loses cuts or the empty clause, not soundness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cvc5 import Kind, ProofRule

from verilab_backends.cvc5.proofs.literals import ProofLiterals
from verilab_backends.cvc5.proofs.sums import SUMS, SumSteps
from verilab_backends.cvc5.proofs.values import Derived, Joined, Summed, Value
from verilab_backends.resolution.labelled_interpolation import LabelledInterpolation, Partial
from verilab_backends.resolution.propositions import FALSE, TRUE

_RESOLUTIONS = frozenset(
    getattr(ProofRule, name)
    for name in ("RESOLUTION", "CHAIN_RESOLUTION", "CHAIN_M_RESOLUTION", "MACRO_RESOLUTION", "MACRO_RESOLUTION_TRUST")
    if hasattr(ProofRule, name)
)
"""Chains with their result among the arguments are CHAIN_M from cvc5 1.3.1 on, and MACRO before."""
TICKS = 256
"""Proof nodes between two looks at the clock."""


class ProofWalk:
    """One walk over one proof.  ``inputs`` has the partition of each assertion by the identity of its term."""

    def __init__(
        self, interpolation: LabelledInterpolation, literals: ProofLiterals, inputs: Mapping[int, int], tick: Callable[[], None]
    ) -> None:
        self._interpolation = interpolation
        self._literals = literals
        self._inputs = inputs
        self._tick = tick
        self._values: dict[Any, Value] = {}
        self._sums = SumSteps(interpolation, literals, self._values, self._unit)
        self._assumed: dict[int, Derived | None] = {}

    def refutation(self, root: Any) -> Partial:
        """The root's clause, which is empty for a refutation whose steps were all understood."""
        try:
            return self._refutation(root)
        finally:
            self._values.clear()  # some versions of cvc5 crash where a proof outlives its solver

    def _refutation(self, root: Any) -> Partial:
        values = self._values
        stack: list[tuple[Any, list[Any] | None]] = [(root, None)]
        count = 0
        while stack:
            node, children = stack.pop()
            if node in values:
                continue
            if children is None:
                children = node.getChildren()
                missing = [child for child in children if child not in values]
                if missing:
                    stack.append((node, children))
                    stack.extend([(child, None) for child in missing])
                    continue
            count += 1
            if not count % TICKS:
                self._tick()
            values[node] = self._step(node, children)
        value = values[root]
        if isinstance(value, Derived):
            return value.partial
        return self._unit(root)[0]

    def _step(self, node: Any, children: list[Any]) -> Value:
        rule = node.getRule()
        if rule == ProofRule.ASSUME:
            return self._assume(node.getResult())
        if rule == ProofRule.SCOPE:
            return self._scope(node, children[0])
        premises = [child for child in children if self._values[child] is not None]
        if not premises:
            return None
        if rule in _RESOLUTIONS:
            return self._resolution(node, children)
        if rule in SUMS:
            return self._sums.sum(node, children)
        if rule == ProofRule.CONTRA:
            left, literal = self._unit(children[0])
            right, _ = self._unit(children[1])
            return self._derived(self._interpolation.resolve(left, right, literal), ())
        if rule == ProofRule.AND_INTRO:
            return Joined(tuple(children))
        if rule == ProofRule.MODUS_PONENS and (reached := self._modus_ponens(children)) is not None:
            return reached
        if len(premises) == 1:
            if rule == ProofRule.EQ_RESOLVE and premises[0] is children[0] and children[1].getRule() == ProofRule.NARY_CONG:
                self._rewrite_disjuncts(children[0], children[1])
            return self._values[premises[0]]  # rewritten, or a part of it: converted where it is used
        if rule == ProofRule.TRANS and (chained := self._sums.chain(node, premises)) is not None:
            return chained
        return self._general(node, premises)

    # G_1 .. G_j |- F discharged by SCOPE, and each G_i derived
    def _modus_ponens(self, children: list[Any]) -> Derived | None:
        premise, implication = self._values[children[0]], self._values[children[1]]
        if not isinstance(implication, Derived):
            return None
        return self._discharge(premise if isinstance(premise, Joined) else Joined((children[0],)), children[1])

    def _joins(self, conjunction: Joined, formula: Any) -> bool:
        literal = self._literals.literal
        parts = list(formula) if formula.getKind() == Kind.AND else []
        return [literal(part) for part in parts] == [literal(conjunct.getResult()) for conjunct in conjunction.premises]

    # F_1 .. F_j  against  not F_1 or .. or not F_j or D: the conjunction of the F_i may mix what no F_i mixes
    def _discharge(self, conjunction: Joined, node: Any) -> Derived:
        value = self._values[node]
        if not isinstance(value, Derived):
            partial, literal = self._unit(node)
            value = Derived(partial, (literal,))
        partial = value.partial
        resolved: set[int] = set()
        for conjunct in conjunction.premises:
            literal = self._literals.literal(conjunct.getResult())
            resolved.add(-literal)
            if -literal in partial.clause:
                partial = self._interpolation.resolve(self._unit(conjunct)[0], partial, literal)
        return self._derived(partial, (*conjunction.discharged, *(part for part in value.head if part not in resolved)))

    # not G or G for what a SCOPE discharges
    def _assume(self, formula: Any) -> Derived | None:
        identity = formula.getId()
        if identity in self._assumed:
            return self._assumed[identity]
        partition = self._inputs.get(identity)
        value: Derived | None
        if partition is not None:
            clause = self._literals.clause(formula)
            value = Derived(self._interpolation.leaf(clause, partition), tuple(clause))
        else:
            literal = self._literals.literal(formula)
            value = None if literal == TRUE else Derived(self._interpolation.axiom((-literal, literal)), (literal,))
        self._assumed[identity] = value
        return value

    def _scope(self, node: Any, child: Any) -> Value:
        value = self._values[child]
        if value is None:
            return None
        discharged = [-self._literals.literal(argument) for argument in node.getArguments()]
        if isinstance(value, Joined):
            return Joined(value.premises, (*value.discharged, *discharged))
        refuted = isinstance(value, Derived) and value.head and self._literals.literal(child.getResult()) == FALSE
        if refuted or isinstance(value, Summed):
            partial, literal = self._unit(child)
            value = self._derived(partial, (literal,))
        return self._derived(value.partial, (*discharged, *value.head))

    def _derived(self, partial: Partial, head: tuple[int, ...]) -> Derived:
        return Derived(partial, tuple(literal for literal in dict.fromkeys(head) if literal in partial.clause))

    def _resolution(self, node: Any, children: list[Any]) -> Value:
        polarities, pivots = _pivots(node.getArguments())
        steps = [
            self._literals.literal(pivot) * (1 if polarity.getBooleanValue() else -1)
            for polarity, pivot in zip(polarities, pivots, strict=True)
        ]
        resolve = self._interpolation.resolve
        first = self._values[children[0]]
        if isinstance(first, Joined) and len(steps) == 1 and self._joins(first, pivots[0]):
            return self._discharge(first, children[1])
        if self._values[children[0]] is None and len(steps) == 1:
            # Of a valid clause and one that lacks the pivot, the latter will do.
            clause = self._clause(children[1], [-steps[0]])
            partial, head = clause.partial, set(clause.head)
            if -steps[0] in partial.clause:
                clause = self._clause(children[0], steps)
                partial = resolve(clause.partial, partial, steps[0])
                head.update(clause.head)
        else:
            clause = self._clause(children[0], steps)
            partial, head = clause.partial, set(clause.head)
            for literal, child in zip(steps, children[1:], strict=True):
                if literal in partial.clause:
                    clause = self._clause(child, [-literal])
                    partial = resolve(partial, clause.partial, literal)
                    head.update(clause.head)
        return self._derived(partial, tuple(sorted(head)))

    # l_1 or .. or l_j  and  l_i = l_i'  for each i: literal by literal, as the disjunction may mix what no l_i mixes
    def _rewrite_disjuncts(self, premise: Any, congruence: Any) -> None:
        value = self._values[premise]
        if congruence.getArguments()[0].getKind() != Kind.OR or not isinstance(value, Derived) or len(value.head) < 2:
            return
        partial, head = value.partial, list(value.head)
        for equality in congruence.getChildren():
            sides = equality.getResult()
            old, new = self._literals.literal(sides[0]), self._literals.literal(sides[1])
            if old != new and old in head:
                partial = self._interpolation.resolve(partial, self._interpolation.axiom((-old, new)), old)
                head[head.index(old)] = new
        self._values[premise] = self._derived(partial, tuple(head))

    def _general(self, node: Any, premises: list[Any]) -> Value:
        units = [self._unit(premise) for premise in premises]
        conclusion = self._literals.clause(node.getResult())
        rule = self._interpolation.axiom([*(-literal for _, literal in units), *conclusion])
        for partial, literal in units:
            rule = self._interpolation.resolve(partial, rule, literal)
        return self._derived(rule, tuple(conclusion))

    def _unit(self, node: Any) -> tuple[Partial, int]:
        """A node's clause with its conclusion as one literal, and that literal."""
        value = self._values[node]
        literal = self._literals.literal(node.getResult())
        if value is None:
            return self._interpolation.axiom((literal,)), literal
        if isinstance(value, Summed):
            partial = self._sums.close(value, literal) or self._join(Joined(value.premises), literal)
        elif isinstance(value, Joined):
            partial = self._join(value, literal)
        else:
            partial = value.partial
            for part in value.head:
                if part != literal:
                    partial = self._interpolation.resolve(partial, self._interpolation.axiom((-part, literal)), part)
        self._values[node] = Derived(partial, (literal,) if literal in partial.clause else ())
        return partial, literal

    def _clause(self, node: Any, pivots: list[int]) -> Derived:
        """A node's clause with its conclusion's disjuncts as literals; as one literal where that is a pivot."""
        result = node.getResult()
        if result.getKind() != Kind.OR or self._literals.literal(result) in pivots:
            partial, literal = self._unit(node)
            return self._derived(partial, (literal,))
        value = self._values[node]
        disjuncts = self._literals.clause(result)
        if value is None:
            return Derived(self._interpolation.axiom(disjuncts), tuple(disjuncts))
        if not isinstance(value, Derived):
            partial, literal = self._unit(node)
            value = Derived(partial, (literal,))
        partial = value.partial
        strange = [part for part in value.head if part not in disjuncts]
        kept: list[int] = []
        if strange:
            written_out = self._written_out(result)
            kept = [part for part in strange if part in written_out]
            for part in strange:
                if part not in written_out:
                    partial = self._interpolation.resolve(partial, self._interpolation.axiom((-part, *disjuncts)), part)
        self._values[node] = derived = self._derived(partial, (*disjuncts, *kept))
        return derived

    def _written_out(self, disjunction: Any) -> set[int]:
        """The negated conjuncts of negated conjunctions in a disjunction: as good as those conjunctions, and less mixed."""
        return {
            -self._literals.literal(conjunct)
            for part in disjunction
            if part.getKind() == Kind.NOT and part[0].getKind() == Kind.AND
            for conjunct in part[0]
        }

    def _join(self, value: Joined, literal: int) -> Partial:
        """The clause of a conjunction, from those of its conjuncts."""
        units = [self._unit(premise) for premise in value.premises]
        partial = self._interpolation.axiom([*(-part for _, part in units), literal])
        for premise, part in units:
            partial = self._interpolation.resolve(premise, partial, part)
        for part in value.discharged:
            if part in partial.clause:
                partial = self._interpolation.resolve(partial, self._interpolation.axiom((-part, literal)), part)
        return partial


# (polarity, pivot);  ((polarity ..), (pivot ..));  (result, (polarity ..), (pivot ..));  (result, polarity, pivot, polarity, pivot ..)
def _pivots(arguments: list[Any]) -> tuple[list[Any], list[Any]]:
    """The polarities of a resolution's pivots in its first clause, and the pivots."""
    if len(arguments) % 2:
        arguments = arguments[1:]
    if len(arguments) == 2 and arguments[0].getKind() == Kind.SEXPR:
        return list(arguments[0]), list(arguments[1])
    return arguments[::2], arguments[1::2]
