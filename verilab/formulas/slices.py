"""From the forward construction to one block per target: cone of influence, and the final formula."""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab.formulas.block import Block
from verilab.formulas.dag import Dag
from verilab.formulas.guards import Guard
from verilab.formulas.scope import APPROXIMATED
from verilab.formulas.terms import Terms
from verilab.program.control import ControlPoint
from verilab.program.elements import Element


def block_to(dag: Dag, target: ControlPoint) -> Block:
    """The block from the construction's source to one of its targets."""
    arrival, scope, footprints, translator = dag.targets[target], dag.scope, dag.footprints, dag.translator
    vocabulary = translator.vocabulary
    exit = {} if target.location.is_error else _exit(dag, target)
    literals = arrival.guard.literals()
    members = footprints.members(arrival.trail | footprints.union(literals) | footprints.union(exit.values()))
    slots: list[int] = []
    defined: list[FNode] = []
    reasons: list[str] = []
    for member in members:
        if isinstance(member, str):
            reasons.append(member)
        elif (slot := vocabulary.slot(member)) is not None:
            slots.append(slot)
        else:
            defined.append(member)
    slots.sort()
    # Footprints are met in any order; the order of definition is the readable one.
    kept = set(defined)
    conjuncts: dict[FNode, None] = {}
    for slot in slots:
        conjuncts.update(dict.fromkeys(translator.entry_range(slot)))
    asserted = arrival.guard.ancestors()
    for symbol in scope.order:
        if symbol in kept:
            premise = _premise(scope.needed.get(symbol), asserted, translator.terms)
            for constraint in scope.definitions[symbol]:
                conjuncts[translator.terms.implication(premise, constraint)] = None
    conjuncts.update(dict.fromkeys(literals))
    conjuncts.pop(translator.terms.true, None)
    return Block(
        dag,
        target,
        conjuncts=tuple(conjuncts),
        exit=exit,
        imprecise=frozenset(reasons) - {APPROXIMATED},
        overapproximated=APPROXIMATED in reasons,
        reads=tuple([element for slot in slots if (element := vocabulary.elements[slot]) is not None]),
    )


def _premise(guards: Sequence[Guard] | None, asserted: set[Guard], terms: Terms) -> FNode:
    """When a definition is needed on the way to a target whose own guards are asserted anyway."""
    if guards is None:
        return terms.true
    return terms.disjunction([terms.conjunction(guard.literals_since(asserted)) for guard in guards])


def _exit(dag: Dag, target: ControlPoint) -> dict[Element, FNode]:
    """The final terms of what changed, in slot order."""
    exit: dict[Element, FNode] = {}
    state, encoding, vocabulary = dag.targets[target].state, dag.translator.encoding, dag.translator.vocabulary
    for slot in sorted(state):
        element = vocabulary.elements[slot]
        assert element is not None
        term = encoding.term(state[slot], element[0].type)
        if term is not vocabulary.slot_symbol(slot):
            exit[element] = term
    return exit
