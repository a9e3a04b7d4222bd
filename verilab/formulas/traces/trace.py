"""Traces: sequences of blocks instantiated one after the other, the path formulas of counterexamples.

Symbols are named ``f::x@k`` after the cut that wrote them, not after the cut where they are looked at: what a block does not modify
keeps its symbol, so that interpolants speak about few symbols and no equations are needed to carry values along.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.inspection import Evaluation, ValueOf
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.traces.ssa import Instances
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.elements import Element
from verilab.program.memory.external.provided_objects import FRESH, NUMBER


class Trace:
    """Consecutive blocks b_0 .. b_{n-1}; cut k is the state before block k, cut n the state after the last one.

    ``partitions`` has one formula per block, satisfiable together iff the trace is feasible.  A partition defines the new symbols
    of the elements that a later block may read, or who comes behind the last one (``read_after``); with ``whole_state`` of every element
    that it modifies.  ``labels`` are formulas over the
    vocabulary's symbols by cut, 0 .. n: partition k - 1 says too that the one of cut k holds there (VMCAI'12 §4.1, phi(pi)), the first one
    also that of cut 0.  ``excluded`` makes one more partition: that this formula holds at cut n.  ``places`` number the blocks: what
    block k writes is named after ``places[k]`` + 1 instead of cut k + 1, so that traces which part have different names behind that.
    ``points`` are the control points of the cuts, one more than blocks.
    """

    def __init__(
        self,
        instances: Instances,
        blocks: Sequence[Block],
        *,
        whole_state: bool = False,
        read_after: Collection[Element] = (),
        labels: Mapping[int, FNode] | None = None,
        excluded: FNode | None = None,
        places: Sequence[int] | None = None,
    ) -> None:
        if not blocks:
            raise ValueError("a trace needs at least one block")
        self.blocks = tuple(blocks)
        self.points: tuple[ControlPoint, ...] = (blocks[0].source, *(block.target for block in blocks))
        self._instances = instances
        self._places = range(len(blocks)) if places is None else places
        self._vocabulary = instances.vocabulary
        labels = labels or {}
        spoken = {cut: self._elements(label) for cut, label in labels.items()}
        if excluded is not None:
            spoken[len(blocks)] = spoken.get(len(blocks), []) + self._elements(excluded)
        self._written = self._needed_writes(whole_state, read_after, spoken)
        self._versions = self._written_cuts()
        cones = [block.cone(written) for block, written in zip(blocks, self._written, strict=True)]
        self.imprecise: frozenset[str] = frozenset().union(*(cone.imprecise for cone in cones))
        self.overapproximated = any(cone.overapproximated for cone in cones)
        self.partitions: list[FNode] = [
            instances.partition(block, place, self._read_versions(block, k), self._written[k])
            for k, (block, place) in enumerate(zip(blocks, self._places, strict=True))
        ]
        self._from_state: dict[int, Rewriter] = {}
        self._labels: dict[int, FNode] = {cut: self.from_state(label, cut) for cut, label in labels.items()}
        for cut, instance in self._labels.items():
            place = max(cut - 1, 0)
            self.partitions[place] = self._vocabulary.terms.conjunction((self.partitions[place], instance))
        if excluded is not None:
            self.partitions.append(self.from_state(excluded, len(blocks)))

    # needed_k = reads(cone of needed_{k+1} in b_k) and (needed_{k+1} - modified(b_k)) and what the label of cut k speaks of;
    # b_k defines needed_{k+1} and modified by it.
    def _needed_writes(
        self, whole_state: bool, read_after: Collection[Element], spoken: Mapping[int, Sequence[Element]]
    ) -> list[tuple[Element, ...]]:
        """Per block the elements whose new symbols its partition defines."""
        written: list[tuple[Element, ...]] = [()] * len(self.blocks)
        needed = set(read_after)
        for position in range(len(self.blocks) - 1, -1, -1):
            block = self.blocks[position]
            needed.update(spoken.get(position + 1, ()))
            written[position] = tuple([element for element in block.exit if whole_state or element in needed])
            needed.difference_update(block.exit)
            needed.update(block.cone(written[position]).reads)
        return written

    def _elements(self, label: FNode) -> list[Element]:
        """The elements that a formula over the vocabulary's symbols speaks of."""
        symbols = self._vocabulary.terms.environment.fvo.get_free_variables(label)
        return [element for symbol in symbols if (element := self._vocabulary.element(symbol)) is not None]

    def _written_cuts(self) -> list[dict[int, int]]:
        """Per cut and slot, what the symbol of its last write is named after; slots that are missing keep their symbol of cut 0."""
        versions: list[dict[int, int]] = [{}]
        for place, block in zip(self._places, self.blocks, strict=True):
            if block.exit:
                current = dict(versions[-1])
                for storage, index in block.exit:
                    current[storage.slot + index] = place + 1
                versions.append(current)
            else:
                versions.append(versions[-1])
        return versions

    def _read_versions(self, block: Block, cut: int) -> list[int]:
        versions = self._versions[cut]
        return [versions.get(storage.slot + index, 0) for storage, index in block.cone(self._written[cut]).reads]

    def relaxed(self, position: int, weaker: Mapping[int, FNode], label: FNode | None = None) -> FNode:
        """The partition of a block, its conditions at some places replaced (``PathCondition.relaxed``), the label behind it by ``label``.

        Symbols of the replacements are instantiated like the block's auxiliary ones, those of ``label`` are not.
        """
        block = self.blocks[position]
        formula = self._instances.relaxed(block, position, self._read_versions(block, position), self._written[position], weaker)
        before = [self._labels[0]] if position == 0 and 0 in self._labels else []
        behind = self._labels.get(position + 1, self.true) if label is None else label
        return self._vocabulary.terms.conjunction((formula, *before, behind))

    def label(self, position: int) -> FNode | None:
        """What the label behind a block says of the state there; None where there is none."""
        return self._labels.get(position + 1)

    def auxiliary(self, symbol: FNode, position: int) -> FNode:
        """A symbol in a replacement as ``relaxed`` instantiates it."""
        return self._instances.auxiliary(symbol, position)

    def returning_objects(self) -> list[FNode]:
        """That functions without a body return objects of their own or none (``memory.external.provided_objects``), per choice of one."""
        encoding, constraints = self._vocabulary.encoding, []
        for place, block in zip(self._places, self.blocks, strict=True):
            for symbol, type in block.returned_objects:
                most = encoding.constant_term(max(FRESH, NUMBER), type)
                constraints.append(encoding.less_equal(self._instances.auxiliary(symbol, place), most, type))
        return constraints

    @property
    def true(self) -> FNode:
        return self._vocabulary.terms.true

    def symbol(self, element: Element, cut: int) -> FNode:
        """The instantiated symbol that holds the element's value at a cut."""
        slot = element[0].slot + element[1]
        return self._instances.symbol(slot, self._versions[cut].get(slot, 0))

    def state(self, cut: int) -> Mapping[Element, FNode]:
        """The instantiated symbols at a cut of the elements that the trace reads or modifies, in slot order."""
        elements: dict[Element, None] = {}
        for block in self.blocks:
            elements.update(dict.fromkeys(block.reads))
            elements.update(dict.fromkeys(block.exit))
        ordered = sorted(elements, key=lambda element: element[0].slot + element[1])
        return {element: self.symbol(element, cut) for element in ordered}

    def from_state(self, formula: FNode, cut: int) -> FNode:
        """A formula over the vocabulary's symbols, instantiated at a cut."""
        rewriter = self._from_state.get(cut)
        if rewriter is None:

            def instance(symbol: FNode) -> FNode:
                element = self._vocabulary.element(symbol)
                if element is None:
                    raise ValueError(f"{symbol} is no symbol of the program; only uninstantiated symbols have a value at a cut")
                return self.symbol(element, cut)

            rewriter = self._from_state[cut] = Rewriter(self._vocabulary.terms, instance)
        return rewriter(formula)

    def to_state(self, formula: FNode, cut: int) -> FNode:
        """A formula over the symbols of a cut (an interpolant), over the vocabulary's symbols.

        ValueError where it contains an auxiliary symbol or one that is not current at that cut.
        """
        versions = self._versions[cut]
        for slot, version in self._instances.origins(formula):
            if versions.get(slot, 0) != version:
                raise ValueError(f"{self._instances.symbol(slot, version)} is not part of the state at cut {cut}")
        return self._instances.uninstantiated(formula)

    def counterexample(self, value_of: ValueOf) -> Counterexample:
        """The execution that a model of all partitions describes.

        Blocks are evaluated in order on the model's initial state and auxiliary values, so that variables which the partitions
        do not mention have their values too.
        """
        edges: list[Edge] = []
        choices: list[Choice] = []
        instances = self._instances
        current: dict[FNode, int] = {}
        for position, (place, block) in enumerate(zip(self._places, self.blocks, strict=True)):

            def lookup(symbol: FNode, place: int = place, known: dict[FNode, int] = current) -> int | bool | None:
                if symbol in known:
                    return known[symbol]
                slot = self._vocabulary.slot(symbol)
                return value_of(instances.auxiliary(symbol, place) if slot is None else instances.symbol(slot, 0))

            evaluation = Evaluation(lookup)
            walked, chosen = block.walk(evaluation)
            edges += walked
            choices += chosen
            current = current | {
                self._vocabulary.symbol(element): evaluation.value(block.exit[element]) for element in self._written[position]
            }
        return Counterexample(tuple(edges), tuple(choices))


class TraceSlice:
    """The first ``length`` blocks of a trace, those in ``omitted`` taken as no-ops (FORTE'15 §3); cuts and symbols stay the trace's.

    A single edge that modifies something cannot be omitted: ValueError.  What a larger block modifies has any value behind it where that
    is omitted.  ``conditions``: pairs of a step and the place of a condition of its block that is left out, or of the label behind it.
    The first ``cut`` blocks are left out, whatever they modify: it has any value behind them (SPIN'15 §2).
    """

    def __init__(
        self, trace: Trace, length: int, omitted: Collection[int], conditions: Collection[tuple[int, int]] = (), cut: int = 0
    ) -> None:
        self.trace = trace
        self.blocks = trace.blocks[:length]
        self.points = trace.points[: length + 1]
        for position in omitted:
            block = trace.blocks[position]
            if block.exit and block.edge_count == 1 and position < length:
                raise ValueError(f"block {position} modifies the state and cannot be omitted")
        true = trace.true
        self.partitions: list[FNode] = [
            true if position < cut or position in omitted else partition for position, partition in enumerate(trace.partitions[:length])
        ]
        inside: dict[int, set[int]] = {}
        for position, place in conditions:
            inside.setdefault(position, set()).add(place)
        for position, places in inside.items():
            count = len(trace.blocks[position].path_condition.leaves)
            weaker = {place: true for place in places if place < count}
            self.partitions[position] = trace.relaxed(position, weaker, true if count in places else None)

    def to_state(self, formula: FNode, cut: int) -> FNode:
        """As of the trace."""
        return self.trace.to_state(formula, cut)
