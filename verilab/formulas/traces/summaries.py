"""Summaries: one formula for all ways through an acyclic graph of blocks (VMCAI'12 §4.2, "the burden of enumerating the error paths").

Each place v of the graph has symbols ``f::x@v`` for the state there, and two Booleans:

    to_v    =>  Inv_v  and  or { to_u and phi(u, v)    | u -> v }             a way from a source leads to v
    from_v  =>  or { from_w and phi(v, w) and Inv_w    | v -> w }             a way leads from v to the end

so that the formulas grow with the edges, not with the paths.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.traces.ssa import Instances
from verilab.program.elements import Element


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A block that leads from one place to a later one."""

    source: int
    block: Block
    target: int


class Summary:
    """``ways`` between the places 0, 1, ..., all from lower to higher numbers; ``labels``: formulas over the program's symbols by place."""

    def __init__(self, instances: Instances, ways: Sequence[Way], labels: Mapping[int, FNode]) -> None:
        if any(way.source >= way.target for way in ways):
            raise ValueError("a way leads from a lower number to a higher one")
        self._instances = instances
        self._vocabulary = instances.vocabulary
        self._terms = instances.vocabulary.terms
        self._labels = labels
        self._entering: dict[int, list[int]] = {}
        self._leaving: dict[int, list[int]] = {}
        for number, way in enumerate(ways):
            self._entering.setdefault(way.target, []).append(number)
            self._leaving.setdefault(way.source, []).append(number)
        self._ways = ways
        self._needed: dict[int, dict[Element, None]] = {}
        self._formulas = self._instantiated()

    # needed_v = label_v  and for each way v -> w:  reads of its cone for needed_w, and needed_w as far as it is not modified
    def _instantiated(self) -> list[FNode]:
        """The formula of each way, from the state at its source to that at its target."""
        formulas: dict[int, FNode] = {}
        places = {place for way in self._ways for place in (way.source, way.target)}
        for place in sorted(places, reverse=True):
            needed = self._needed.setdefault(place, {})
            needed.update(dict.fromkeys(self._elements(self._labels.get(place))))
            for number in self._leaving.get(place, ()):
                way = self._ways[number]
                after = self._needed[way.target]
                written = tuple(element for element in way.block.exit if element in after)
                needed.update(dict.fromkeys(way.block.cone(written).reads))
                needed.update(dict.fromkeys(element for element in after if element not in way.block.exit))
                formulas[number] = self._way(number, written, [element for element in after if element not in way.block.exit])
        return [formulas[number] for number in range(len(self._ways))]

    def _elements(self, label: FNode | None) -> list[Element]:
        symbols = () if label is None else self._terms.environment.fvo.get_free_variables(label)
        ordered = sorted(symbols, key=lambda symbol: symbol.symbol_name())
        return [element for symbol in ordered if (element := self._vocabulary.element(symbol)) is not None]

    def _way(self, number: int, written: Sequence[Element], kept: Sequence[Element]) -> FNode:
        way, instances, slot_of = self._ways[number], self._instances, self._vocabulary.slot

        def instance(symbol: FNode) -> FNode:
            slot = slot_of(symbol)
            return instances.auxiliary(symbol, number) if slot is None else instances.symbol(slot, way.source)

        rewriter = Rewriter(self._terms, instance)
        parts = [rewriter(conjunct) for conjunct in way.block.cone(written).conjuncts]
        for element in (*written, *kept):
            before = rewriter(way.block.exit_term(element))
            parts.append(self._terms.node(op.EQUALS, (instances.symbol(element[0].slot + element[1], way.target), before)))
        return self._terms.conjunction(parts)

    def _label(self, place: int, extra: FNode | None = None) -> list[FNode]:
        """What holds at a place, of its symbols."""

        def instance(symbol: FNode) -> FNode:
            slot = self._vocabulary.slot(symbol)
            assert slot is not None
            return self._instances.symbol(slot, place)

        rewriter = Rewriter(self._terms, instance)
        return [rewriter(label) for label in (self._labels.get(place), extra) if label is not None]

    def prefix(self, place: int, sources: Mapping[int, FNode | None]) -> FNode:
        """A way leads from one of the ``sources``, where these formulas hold (None: any state of its label), to ``place``."""
        terms = self._terms
        parts = [self._boolean("to", place)]
        for node in sorted(self._cone(place, self._entering, sources)):
            reached = self._boolean("to", node)
            if node in sources:
                parts += [terms.implication(reached, label) for label in self._label(node, sources[node])]
                continue
            ways = [
                terms.conjunction((self._boolean("to", self._ways[number].source), self._formulas[number]))
                for number in self._entering.get(node, ())
            ]
            parts += [terms.implication(reached, formula) for formula in (*self._label(node), terms.disjunction(ways))]
        return terms.conjunction(parts)

    def suffix(self, place: int, end: int) -> FNode:
        """A way leads from ``place`` to the end."""
        terms = self._terms
        parts = [self._boolean("from", place)]
        for node in sorted(self._cone(place, self._leaving, (end,))):
            if node == end:
                continue
            ways = [
                terms.conjunction(
                    (
                        self._boolean("from", self._ways[number].target),
                        self._formulas[number],
                        *self._label(self._ways[number].target),
                    )
                )
                for number in self._leaving.get(node, ())
            ]
            parts.append(terms.implication(self._boolean("from", node), terms.disjunction(ways)))
        return terms.conjunction(parts)

    def _boolean(self, direction: str, place: int) -> FNode:
        return self._terms.symbol(f"a way {direction} {place}")

    def _cone(self, place: int, edges: Mapping[int, Sequence[int]], ends: Collection[int]) -> set[int]:
        """The places that ways lead from (to) ``place`` along ``edges``, not past ``ends``."""
        cone, pending = {place}, [place]
        while pending:
            here = pending.pop()
            if here in ends:
                continue
            for number in edges.get(here, ()):
                way = self._ways[number]
                other = way.source if way.target == here else way.target
                if other not in cone:
                    cone.add(other)
                    pending.append(other)
        return cone

    def to_state(self, formula: FNode, place: int) -> FNode:
        """A formula over the symbols of a place (an interpolant), over the vocabulary's.  ValueError where it has others."""
        for slot, version in self._instances.origins(formula):
            if version != place:
                raise ValueError(f"{self._instances.symbol(slot, version)} is not part of the state at place {place}")
        return self._instances.uninstantiated(formula)
