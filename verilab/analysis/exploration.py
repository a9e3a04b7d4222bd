"""The CPA++ algorithm (thesis Algorithm 2.1, after Beyer, Dangl, Wendler 2018) on an explicit ARG.

while waitlist != {}:
    pop (e, pi);  reached := fcover(reached, e, pi);  if e not in reached: continue
    for each e ~> e':  e^ := prec(e', pi, reached)
        for each e'' in reached at the same control point:  replace e'' by merge(e^, e'') where that differs
        if not stop(e^, reached): add e^ to reached and waitlist;  if abort(e^): return
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from verilab.analysis.arg import ArgNode
from verilab.analysis.cpa import Cpa
from verilab.analysis.waitlist import Waitlist, WaitlistOrder
from verilab.program.control import ControlPoint

Abort = Callable[[ArgNode], bool]
ForcedCovering = Callable[["Exploration", ArgNode], None]


def at_first_target(node: ArgNode) -> bool:
    """The abort function that stops at the first target state."""
    return node.is_target


def never(node: ArgNode) -> bool:
    """The abort function that explores to the end."""
    return False


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the cyclic garbage collector look rarely while millions of nodes are made, none of them garbage (1.3 times as fast)."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 50, 1000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class Pace:
    """How many ``expansions`` lie between two ticks: 256, or as few as took about INTERVAL seconds."""

    MOST, INTERVAL = 256, 0.1

    def __init__(self) -> None:
        self.expansions = 1
        self._last = time.monotonic()

    def next(self) -> int:
        """To be called at a tick: the expansions until the next one."""
        now = time.monotonic()
        passed, self._last = now - self._last, now
        if passed > self.INTERVAL:
            self.expansions = max(1, self.expansions // 2)
        elif passed < self.INTERVAL / 2:
            self.expansions = min(self.MOST, self.expansions * 2)
        return self.expansions


class Exploration:
    """The sets ``reached`` and ``waitlist`` of CPA++ with the ARG over them; it can be pruned and continued.

    ``tick`` is called every tenth of a second or so, and once every 256 expansions at the least (deadline checks, progress); what it raises
    leaves the exploration consistent enough to be reported, not to be continued.
    """

    def __init__(self, cpa: Cpa, order: WaitlistOrder = WaitlistOrder.BFS, tick: Callable[[], None] = lambda: None) -> None:
        self.cpa = cpa
        self.order = order
        self.tick = tick
        self.waitlist: Waitlist = order.make()
        self.index = cpa.make_index()
        self.nodes_created = 0
        self._pace = Pace()
        self.refined_at = 0  # nodes with a smaller number were made under a coarser precision than the current one
        self.targets: list[ArgNode] = []
        point, state = cpa.initial()
        self.root = self._add(point, state, None, None)

    def _add(self, point: ControlPoint, state: Any, parent: ArgNode | None, provenance: Any) -> ArgNode:
        number = self.nodes_created
        node = ArgNode(number, point, state, parent, provenance)
        self.nodes_created = number + 1
        if parent is not None:
            children = parent.children
            if children is None:
                parent.children = [node]
            else:
                children.append(node)
        if point.location.is_error:
            self.targets.append(node)
        self.index.add(node)
        self.waitlist.push(node)
        return node

    def run(self, abort: Abort = at_first_target, fcover: ForcedCovering | None = None) -> None:
        """CPA++: explore until the waitlist is empty or ``abort`` holds for a new state."""
        with rare_collections():
            self._run(abort, fcover)

    def _run(self, abort: Abort, fcover: ForcedCovering | None) -> None:
        cpa, waitlist, index = self.cpa, self.waitlist, self.index
        covering, successors, add = index.covering, cpa.successors, self._add
        prec = cpa.prec if getattr(cpa, "adjusts", True) else None
        merges, only_targets = cpa.merges, abort is at_first_target
        countdown = self._pace.expansions
        while len(waitlist):
            countdown -= 1
            if not countdown:
                self.tick()
                countdown = self._pace.next()
            node = waitlist.pop()
            if node.removed or node.covered_by is not None:
                continue
            if fcover is not None:
                fcover(self, node)
                if node.covered_by is not None:
                    continue
            stopped = False
            for point, successor, provenance in successors(node):
                state = successor if prec is None else prec(successor, point, index)
                if merges:
                    self._merge(state, point)
                cover = covering(point, state)
                if cover is None:
                    if only_targets:
                        add(point, state, node, provenance)
                        stopped = stopped or point.location.is_error
                    elif abort(add(point, state, node, provenance)):
                        stopped = True
                elif cover.covers is None:
                    cover.covers = [node]
                else:
                    cover.covers.append(node)
            if stopped:
                # The rest of this node's successors were added too: nothing is lost when the exploration continues.
                return

    def _merge(self, state: Any, point: ControlPoint) -> None:
        for old in list(self.index.at(point)):
            merged = self.cpa.merge(state, old.state, point)
            if merged is not old.state:
                for descendant in old.subtree():
                    if descendant is not old:
                        self._remove(descendant)
                self.index.remove(old)
                old.children = None
                old.state = merged
                self.index.add(old)
                self.waitlist.push(old)

    def _remove(self, node: ArgNode) -> None:
        if not node.removed:
            node.removed = True
            self.index.remove(node)

    def dismiss(self, targets: Sequence[ArgNode]) -> None:
        """Set targets aside: they cover nothing any more, so that another path to the same error makes a target of its own."""
        for target in targets:
            self._remove(target)
        self.targets = [target for target in self.targets if not target.removed]

    def prune(self, pivot: ArgNode) -> None:
        """Remove ``pivot`` and its descendants and explore their surroundings again (lazy abstraction, apply at the pivot).

        Its parent goes back to the waitlist, and so does every remaining node that lost a successor to the coverage of a
        removed node: expanding those again makes what is missing, and what is still there covers itself.
        """
        if pivot.parent is None:
            raise ValueError("the root cannot be pruned; start a new Exploration instead")
        again = {pivot.parent}
        for node in pivot.subtree():
            self._remove(node)
            if node.covers:
                again.update(node.covers)
        assert pivot.parent.children is not None
        pivot.parent.children.remove(pivot)
        self.targets = [target for target in self.targets if not target.removed]
        for node in sorted(again, key=lambda node: node.id):
            if not node.removed:
                self.waitlist.push(node)
