"""CPA++ explores every reachable abstract state once, stops where told, and pruning loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from verilab.analysis.arg import DISMISSED, ArgNode
from verilab.analysis.cpa import AbstractState, ReachedIndex, Successor
from verilab.analysis.exploration import Exploration, at_first_target, never
from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Skip


class _Index(ReachedIndex):
    def __init__(self) -> None:
        self._nodes: dict[ControlPoint, list[ArgNode]] = {}

    def covering(self, point: ControlPoint, state: Any) -> ArgNode | None:
        return next((node for node in self._nodes.get(point, ()) if node.state == state), None)

    def add(self, node: ArgNode) -> None:
        self._nodes.setdefault(node.point, []).append(node)

    def remove(self, node: ArgNode) -> None:
        self._nodes[node.point].remove(node)


class _Counter:
    """States count the edges passed, up to a bound."""

    name = "counter"

    def __init__(self, graph: ControlGraph, bound: int) -> None:
        self._graph = graph
        self._bound = bound

    def initial(self) -> tuple[ControlPoint, int]:
        return self._graph.entry, 0

    def successors(self, point: ControlPoint, state: int) -> Iterable[Successor]:
        for edge, target in point.successors:
            yield target, min(state + 1, self._bound), edge

    def make_index(self) -> ReachedIndex:
        return _Index()

    def edges_between(self, source: AbstractState, step: Edge, target: AbstractState) -> Sequence[Edge]:
        return (step,)


def _loop_with_error() -> ControlGraph:
    """entry -> head; head -> body -> head; head -> error."""
    builder = ProgramBuilder()
    main = builder.function("main")
    head, body, error = (builder.location(main) for _ in range(3))
    error.is_error = True
    builder.edge(main.entry, head, Skip())
    builder.edge(head, body, Skip())
    builder.edge(body, head, Skip())
    builder.edge(head, error, Skip())
    return ControlGraph(builder.finish(main))


def _reached(exploration: Exploration) -> set[tuple[int, Any]]:
    return {(node.point.id, node.state) for node in exploration.arg.nodes()}


@pytest.mark.parametrize("order", list(WaitlistOrder))
def test_every_order_reaches_the_same_states(order: WaitlistOrder) -> None:
    graph = _loop_with_error()
    exploration = Exploration(_Counter(graph, 6), order)
    exploration.run(never)
    # entry 0, head 1 3 5 6, body 2 4 6, error 2 4 6
    assert len(_reached(exploration)) == 1 + 4 + 3 + 3
    assert len(exploration.arg.targets) == 3


def test_the_abort_function_ends_the_exploration_at_the_first_target_and_it_can_go_on() -> None:
    graph = _loop_with_error()
    exploration = Exploration(_Counter(graph, 6))
    exploration.run(at_first_target)
    assert len(exploration.arg.targets) == 1
    exploration.run(never)
    assert len(exploration.arg.targets) == 3


def test_pruning_and_exploring_again_restores_the_reached_set() -> None:
    graph = _loop_with_error()
    exploration = Exploration(_Counter(graph, 6))
    exploration.run(never)
    before = _reached(exploration)
    pivot = next(node for node in exploration.arg.nodes() if node.state == 3)
    exploration.reopen(exploration.arg.prune(pivot))
    assert _reached(exploration) < before
    assert all(target.status < DISMISSED for target in exploration.arg.targets)
    exploration.run(never)
    assert _reached(exploration) == before


def test_pruning_a_covering_node_explores_the_covered_one_again() -> None:
    """Two branches meet in equal states: the second is covered by the first; pruning the first must not lose the second."""
    builder = ProgramBuilder()
    main = builder.function("main")
    left, right, join, after = (builder.location(main) for _ in range(4))
    builder.edge(main.entry, left, Skip())
    builder.edge(main.entry, right, Skip())
    builder.edge(left, join, Skip())
    builder.edge(right, join, Skip())
    builder.edge(join, after, Skip())
    graph = ControlGraph(builder.finish(main))
    exploration = Exploration(_Counter(graph, 9))
    exploration.run(never)
    first = next(node for node in exploration.arg.nodes() if node.point.location is left)
    exploration.reopen(exploration.arg.prune(first))
    exploration.run(never)
    reached = {node.point.location for node in exploration.arg.nodes()}
    assert {left, right, join, after} <= reached


def test_the_root_cannot_be_pruned() -> None:
    exploration = Exploration(_Counter(_loop_with_error(), 2))
    with pytest.raises(ValueError, match="root"):
        exploration.arg.prune(exploration.arg.root)


def test_a_dismissed_target_does_not_hide_another_path_to_the_same_error() -> None:
    exploration = Exploration(_Counter(_loop_with_error(), 3))
    exploration.run(at_first_target)
    (first,) = exploration.arg.targets
    exploration.arg.dismiss([first])
    assert exploration.arg.targets == []
    exploration.run(never)
    assert exploration.arg.targets
    assert first not in exploration.arg.targets


def test_ticks_come_by_time_where_expansions_are_expensive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline is noticed a few expansions late, not 256 of them."""
    clock = [0.0]
    monkeypatch.setattr("verilab.analysis.exploration.time.monotonic", lambda: clock[0])

    class Slow(_Counter):
        seconds = 1.0

        def successors(self, point: ControlPoint, state: int) -> Iterable[Successor]:
            clock[0] += self.seconds
            return super().successors(point, state)

    def ticks(seconds: float) -> tuple[int, float]:
        clock[0], expensive, seen = 0.0, Slow(_loop_with_error(), 1000), []
        expensive.seconds = seconds
        exploration = Exploration(expensive, tick=lambda: seen.append(clock[0]))
        exploration.run(never)
        return len(seen), clock[0]

    assert ticks(1.0)[0] >= 0.9 * ticks(1.0)[1]
    count, passed = ticks(1e-6)
    assert count < 20
    count, passed = ticks(0.01)
    assert passed / 0.3 < count < passed / 0.03
