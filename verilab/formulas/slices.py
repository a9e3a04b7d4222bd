"""From the forward construction to one block per target: backward slice, cone of influence, and the final formula."""

from __future__ import annotations

from collections.abc import Iterable

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.block import Block, ChoiceSite
from verilab.formulas.dag import Dag, Step
from verilab.formulas.inspection import subterms
from verilab.formulas.translation import Translator
from verilab.program.control import ControlPoint
from verilab.program.elements import Element


def block_to(dag: Dag, target: ControlPoint, translator: Translator) -> Block:
    """The block from the construction's source to one of its targets."""
    arrival = dag.targets[target]
    steps = _slice(dag, target)
    exit = {} if target.location.is_error else _exit(dag, target, translator)
    literals = arrival.guard.literals()
    conditions = [step.condition for choices in steps.values() if len(choices) > 1 for step in choices]
    definitions, symbols = _cone(dag, (*literals, *exit.values(), *conditions))
    reads = sorted({slot for symbol in symbols if (slot := translator.vocabulary.slot(symbol)) is not None})
    conjuncts: dict[FNode, None] = {}
    elements = translator.vocabulary.elements
    for slot in reads:
        conjuncts.update(dict.fromkeys(translator.entry_range(slot)))
    for symbol, constraints in dag.scope.definitions.items():
        if symbol in definitions:
            conjuncts.update(dict.fromkeys(constraints))
    conjuncts.update(dict.fromkeys(literals))
    conjuncts.pop(translator.terms.true, None)
    sites, reasons = _sites(dag, steps, symbols, translator)
    if not symbols.isdisjoint(dag.scope.lossy):
        reasons.add("large array")
    return Block(
        source=dag.source,
        target=target,
        vocabulary=translator.vocabulary,
        formula=translator.terms.conjunction(list(conjuncts)),
        conjuncts=tuple(conjuncts),
        exit=exit,
        choices=tuple(sites),
        imprecise=frozenset(reasons),
        overapproximated=not symbols.isdisjoint(dag.scope.approximated),
        edge_count=sum(map(len, steps.values())),
        steps=steps,
        reads=tuple(element for slot in reads if (element := elements[slot]) is not None),
    )


def _slice(dag: Dag, target: ControlPoint) -> dict[ControlPoint, tuple[Step, ...]]:
    """The steps on paths to the target."""
    # The source may be the target too (a loop): it is expanded as a target, and not again as a source.
    kept = {target}
    pending = [target]
    while pending:
        for point in dag.predecessors.get(pending.pop(), ()):
            if point not in kept:
                kept.add(point)
                if point is not dag.source:
                    pending.append(point)
    ends = kept if target is dag.source else kept - {dag.source}
    result = {}
    for point, steps in dag.steps.items():
        if point in kept:
            inside = tuple([step for step in steps if step.target in ends])
            if inside:
                result[point] = inside if len(inside) < len(steps) else steps
    return result


def _exit(dag: Dag, target: ControlPoint, translator: Translator) -> dict[Element, FNode]:
    """The final terms of what changed, in slot order."""
    exit: dict[Element, FNode] = {}
    state = dag.targets[target].state
    vocabulary = translator.vocabulary
    for slot in sorted(state):
        element = vocabulary.elements[slot]
        assert element is not None
        term = translator.encoding.term(state[slot], element[0].type)
        if term is not vocabulary.slot_symbol(slot):
            exit[element] = term
    return exit


def _cone(dag: Dag, roots: Iterable[FNode]) -> tuple[set[FNode], set[FNode]]:
    """The auxiliary symbols whose definitions the roots need, and all symbols of roots and definitions."""
    definitions = dag.scope.definitions
    seen: set[FNode] = set()
    needed: set[FNode] = set()
    symbols: set[FNode] = set()
    pending = [tuple(roots)]
    while pending:
        for node in subterms(pending.pop(), seen):
            if node.node_type() == op.SYMBOL:
                symbols.add(node)
                constraints = definitions.get(node)
                if constraints is not None:
                    needed.add(node)
                    pending.append(tuple(constraints))
    return needed, symbols


def _sites(
    dag: Dag, steps: dict[ControlPoint, tuple[Step, ...]], symbols: set[FNode], translator: Translator
) -> tuple[list[ChoiceSite], set[str]]:
    """The choice sites of the slice, and the reasons of imprecision that its formula depends on."""
    sites: list[ChoiceSite] = []
    reasons: set[str] = set()
    for point, choices in steps.items():
        for step in choices:
            site = dag.sites.get((point, step.edge))
            if site is not None:
                guard = translator.terms.conjunction(site.guard.literals())
                sites.append(ChoiceSite(point, step.edge, guard, site.symbols, site.types))
                if symbols.isdisjoint(site.symbols):
                    continue
                if site.imprecise is not None:
                    reasons.add(site.imprecise)
            if step.edge.imprecise is not None:
                reasons.add(step.edge.imprecise)
    return sites, reasons
