"""Cones of influence: what of a block's forward construction matters for its target and for some of its exit terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.forward import Arrival, Dag
from verilab.formulas.encodings.definitions import APPROXIMATED
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.terms.construction import Terms
from verilab.program.control import ControlPoint
from verilab.program.elements import Element


@dataclass(frozen=True, slots=True, eq=False)
class Cone:
    """The block as far as certain exit terms are concerned.

    ``conjuncts``: ranges of the entry symbols, definitions, path condition.  ``conditions``: those of the path condition that are nothing
    else.  ``reads``: the elements whose entry symbols occur.
    ``imprecise`` and ``overapproximated``: see ``Block``.
    """

    conjuncts: tuple[FNode, ...]
    conditions: tuple[FNode, ...]
    reads: tuple[Element, ...]
    imprecise: frozenset[str]
    overapproximated: bool


def cone_of(dag: Dag, arrival: Arrival, exit_terms: Iterable[FNode]) -> Cone:
    """The cone of the path condition, of all conditions on the way, and of some exit terms."""
    definitions, footprints, translator = dag.definitions, dag.footprints, dag.translator
    vocabulary, terms = translator.vocabulary, translator.terms
    literals = arrival.guard.literals()
    slots: list[int] = []
    kept: set[FNode] = set()
    reasons: list[str] = []
    asserted = arrival.guard.ancestors()
    influence = arrival.trail | footprints.union(literals) | footprints.union(exit_terms)
    for member in footprints.members(_with_premises(dag, influence, asserted)):
        if isinstance(member, str):
            reasons.append(member)
        elif member in definitions.constraints:
            kept.add(member)
        elif (slot := vocabulary.slot(member)) is not None:
            slots.append(slot)
    slots.sort()
    conjuncts: dict[FNode, None] = {}
    for slot in slots:
        conjuncts.update(dict.fromkeys(translator.entry_range(slot)))
    # Footprints are met in any order; the order of definition is the readable one.
    for symbol in definitions.order:
        if symbol in kept:
            premise = _premise(definitions.needed.get(symbol), asserted, terms)
            for constraint in definitions.constraints[symbol]:
                conjuncts[terms.implication(premise, constraint)] = None
    conditions = [literal for literal in dict.fromkeys(literals) if literal not in conjuncts and literal is not terms.true]
    conjuncts.update(dict.fromkeys(literals))
    conjuncts.pop(terms.true, None)
    return Cone(
        tuple(conjuncts),
        tuple(conditions),
        tuple([element for slot in slots if (element := vocabulary.elements[slot]) is not None]),
        frozenset(reasons) - {APPROXIMATED},
        APPROXIMATED in reasons,
    )


# influence := lfp X.  influence  or  the footprints of the premises of the definitions in X
def _with_premises(dag: Dag, influence: int, asserted: set[Guard]) -> int:
    """The bit set with what the premises of its definitions depend on: a shared symbol may also be needed off the way to the target."""
    definitions, footprints = dag.definitions, dag.footprints
    done: set[FNode] = set()
    while True:
        added = 0
        for member in footprints.members(influence):
            if not isinstance(member, str) and member not in done and (guards := definitions.needed.get(member)) is not None:
                done.add(member)
                for guard in guards:
                    added |= footprints.union(guard.literals_since(asserted))
        if influence | added == influence:
            return influence
        influence |= added


def _premise(guards: Sequence[Guard] | None, asserted: set[Guard], terms: Terms) -> FNode:
    """When a definition is needed on the way to a target whose own guards are asserted anyway."""
    if guards is None:
        return terms.true
    return terms.disjunction([terms.conjunction(guard.literals_since(asserted)) for guard in guards])


def exit_of(dag: Dag, target: ControlPoint) -> dict[Element, FNode]:
    """The final terms of what may have changed at a target, in slot order; nothing at an error location."""
    exit: dict[Element, FNode] = {}
    if target.location.is_error:
        return exit
    state, encoding, vocabulary = dag.targets[target].state, dag.translator.encoding, dag.translator.vocabulary
    for slot in sorted(state):
        element = vocabulary.elements[slot]
        assert element is not None
        term = encoding.term(state[slot], element[0].type)
        if term is not vocabulary.slot_symbol(slot):
            exit[element] = term
    return exit
