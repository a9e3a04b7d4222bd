"""Edits of an abstract reachability graph by example; that none loses an error path is a property test."""

from __future__ import annotations

import pytest

from verilab.analysis.arg import COVERED, OPEN, REMOVED, Arg, ArgNode
from verilab.program.builder import ProgramBuilder
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Skip


class Members:
    """The reached set as a set."""

    def __init__(self) -> None:
        self.nodes: set[ArgNode] = set()

    def add(self, node: ArgNode) -> None:
        self.nodes.add(node)

    def enter(self, node: ArgNode) -> None:
        self.add(node)

    def remove(self, node: ArgNode) -> None:
        self.nodes.remove(node)


@pytest.fixture
def point() -> ControlPoint:
    builder = ProgramBuilder()
    main = builder.function("main")
    builder.edge(main.entry, builder.location(main), Skip())
    return ControlGraph(builder.finish(main)).entry


@pytest.fixture
def arg(point: ControlPoint) -> Arg:
    """root -> left, right; left -> below; right -> below."""
    arg = Arg(Members(), point, "root")
    left, right = (arg.add(point, name, arg.root, f"to {name}") for name in ("left", "right"))
    arg.connect(right, "right to below", arg.add(point, "below", left, "left to below"))
    return arg


def named(arg: Arg, name: str) -> ArgNode:
    return next(node for node in arg.nodes() if node.state == name)


def test_a_node_with_two_parents_stays_while_one_of_them_is_there(arg: Arg) -> None:
    left, right, below = (named(arg, name) for name in ("left", "right", "below"))
    assert [edge.source for edge in arg.entering(below)] == [left, right]
    assert arg.prune(left) == [arg.root]
    assert left.status == REMOVED
    assert below.path() == [arg.root, right, below]
    assert [edge.step for edge in arg.entering(below)] == ["right to below"]
    arg.prune(right)
    assert list(arg.nodes()) == [arg.root]
    assert below.status == REMOVED


def test_both_parts_of_a_split_node_have_its_edges(arg: Arg) -> None:
    left, below = named(arg, "left"), named(arg, "below")
    parts, opened = arg.split(left, ["small", "large"])
    assert opened == parts  # it was open itself
    assert all([edge.step for edge in arg.entering(part)] == ["to left"] for part in parts)
    assert all([edge.target for edge in arg.leaving(part)] == [below] for part in parts)
    assert len(arg.entering(below)) == 3
    assert arg.slice(arg.leaving(parts[0])[0]) == []
    assert len(arg.entering(below)) == 2


def test_a_covered_node_loses_its_successors_and_is_open_again_when_its_coverer_goes(arg: Arg) -> None:
    left, right = named(arg, "left"), named(arg, "right")
    arg.absorb(left, right)
    arg.cover(left, right)
    assert (left.status, arg.covered_by(left), arg.leaving(left)) == (COVERED, right, [])
    assert arg.prune(right) == [arg.root, left]
    assert left.status == OPEN
    assert arg.covered_by(left) is None


def test_a_stronger_label_opens_what_the_weaker_one_covered(arg: Arg) -> None:
    left, right = named(arg, "left"), named(arg, "right")
    arg.cover(left, right)
    assert arg.strengthen(right, "less") == [left]
    assert right.state == "less"


def test_a_node_covers_neither_what_it_hangs_below_nor_anything_while_it_is_covered(arg: Arg) -> None:
    left, right, below = (named(arg, name) for name in ("left", "right", "below"))
    with pytest.raises(ValueError, match="the one leads to the other"):
        arg.cover(left, below)
    arg.cover(left, right)
    with pytest.raises(ValueError, match="cannot cover"):
        arg.cover(below, left)
    with pytest.raises(ValueError, match="not covered"):
        arg.uncover(right)


def test_the_root_is_neither_entered_nor_split_nor_pruned(arg: Arg) -> None:
    with pytest.raises(ValueError, match="no edge enters the root"):
        arg.connect(named(arg, "below"), "back", arg.root)
    with pytest.raises(ValueError, match="cannot be split"):
        arg.split(arg.root, ["a", "b"])
    with pytest.raises(ValueError, match="cannot be pruned"):
        arg.prune(arg.root)


def test_stamps_tell_under_which_precision_a_node_was_made(arg: Arg, point: ControlPoint) -> None:
    arg.stamp()
    late = arg.add(point, "late", arg.root, "to late")
    assert (arg.precision_of(arg.root), arg.precision_of(late)) == (0, 1)
    assert arg.is_current(late)
    assert not arg.is_current(arg.root)
