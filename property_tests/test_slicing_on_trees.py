"""Slicing abstractions on a tree beside IMPACT (Spiessl 2017: "similar or identical results"): which of the two, tree by tree.

Both refine the same random programs; after each refinement the trees are compared node by node, labels by the states that satisfy them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from hypothesis import event, given, settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked
from property_tests.three_bit_programs import TYPE, Statement, program_of
from verilab.analysis.arg import COVERED, Arg, ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.waitlist import WaitlistOrder
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Unknown
from verilab.resources import OutOfTime

VALUES = range(TYPE.minimum, TYPE.maximum + 1)
STATES = list(product(VALUES, VALUES, VALUES))

Place = tuple[str, ...]
"""The control points on the way to a node, which tell the nodes of a tree of blocks apart."""


@dataclass(frozen=True)
class Tree:
    """The nodes with the states of each, and which cover which."""

    labels: dict[Place, frozenset[tuple[int, ...]]]
    covered: dict[Place, Place]


class Recording(Apply):
    """Notes the tree after every refinement."""

    def __init__(self, bench: Workbench, apply: Apply) -> None:
        self.bench = bench
        self.inner = apply
        self.explores_all = apply.explores_all
        self.trees: list[Tree] = []
        self._known: dict[object, frozenset[tuple[int, ...]]] = {}

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        return self.inner.start(analysis, order)

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        following = self.inner(analysis, exploration, chosen)
        self.trees.append(self._tree(exploration.arg))
        return following

    def _tree(self, arg: Arg) -> Tree:
        nodes = list(arg.nodes())
        covered = {}
        for node in nodes:
            by = arg.covered_by(node) if node.status == COVERED else None
            if by is not None:
                covered[place(node)] = place(by)
        return Tree({place(node): self._states(node) for node in nodes}, covered)

    def _states(self, node: ArgNode) -> frozenset[tuple[int, ...]]:
        if node.state not in self._known:
            self._known[node.state] = frozenset(state for state in STATES if self.bench.admits(node.state, state))
        return self._known[node.state]


def place(node: ArgNode) -> Place:
    return tuple(repr(ancestor.point) for ancestor in node.path())


def refined(statements: list[Statement], setting: Setting, apply: str) -> tuple[str, list[Tree]] | None:
    """The verdict, and the trees after each refinement; None where the time was up."""
    bench = Workbench(program_of(statements), setting)
    try:
        strategy = parse_strategy(f"rank=first propose=path select=first apply={apply}")
        recording = Recording(bench, strategy.apply)
        loop = RefinementLoop(bench.analysis, replace(strategy, apply=recording), order=setting.order, deadline=bench.deadline)
        verdict = loop.run()
        return None if isinstance(verdict, Unknown) else (type(verdict).__name__, recording.trees)
    except OutOfTime:
        return None
    finally:
        bench.close()


def differences(ours: list[Tree], others: list[Tree]) -> Iterator[str]:
    """In what two sequences of trees differ first."""
    if len(ours) != len(others):
        yield f"{'fewer' if len(ours) < len(others) else 'more'} refinements"
    for our, other in zip(ours, others, strict=False):
        if our == other:
            continue
        if our.labels.keys() != other.labels.keys():
            yield "fewer nodes" if our.labels.keys() < other.labels.keys() else "other nodes"
        if any(our.labels[place] != other.labels[place] for place in our.labels.keys() & other.labels.keys()):
            yield "other labels"
        if our.covered != other.covered:
            yield "other coverings"
        return


def test_with_minimal_slicing_the_trees_are_those_of_impact() -> None:
    with Decided(least=0.2) as compared:

        @settings(common, derandomize=True)
        @given(checked, settings_to_try)
        def holds(statements: list[Statement], setting: Setting) -> None:
            ours = refined(statements, setting, "split-and-slice:minimal:tree")
            others = refined(statements, setting, "strengthen:unforced:all-blocks")
            compared.note(ours is not None and others is not None and len(others[1]) > 1)
            if ours is not None and others is not None:
                assert list(differences(ours[1], others[1])) == []
                assert ours == others

        holds()


def test_with_more_slicing_the_verdicts_are_those_of_impact_and_the_trees_are_not() -> None:
    """Identical where no edge at a strengthened node becomes infeasible; what differs is counted (``--hypothesis-show-statistics``)."""
    with Decided(least=0.2) as compared, Decided(least=0.01) as differ:

        @settings(common, derandomize=True)
        @given(checked, settings_to_try, st.sampled_from(["optimised", "full"]))
        def holds(statements: list[Statement], setting: Setting, slicing: str) -> None:
            ours = refined(statements, setting, f"split-and-slice:{slicing}:tree")
            others = refined(statements, setting, "strengthen:unforced")
            compared.note(ours is not None and others is not None and len(others[1]) > 1)
            if ours is None or others is None:
                differ.note(False)
                return
            assert ours[0] == others[0]
            found = list(differences(ours[1], others[1]))
            event(f"{slicing}: {', '.join(found) or 'identical'}")
            differ.note(bool(found))

        holds()
