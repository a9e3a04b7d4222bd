"""The CPA++ algorithm (thesis Algorithm 2.1, after Beyer, Dangl, Wendler 2018) on an abstract reachability graph.

while waitlist != {}:
    pop e
    for each e ~> e':
        if not stop(e', reached): add e' to reached and waitlist;  if abort(e'): return

Three policies are the exploration's: the order of the waitlist, what stop asks, and what becomes of a covered e' (``Meeting``).  stop asks
whether one reached state covers e'; with ``new_only``, where the domain can subtract, it asks what all reached states together leave of e',
and only that is added, as symbolic model checkers expand frontiers: the rest is explored from the states that have it.  merge is merge-sep,
or with ``Meeting.MERGE`` the merge of Spiessl 2017: of states at one location, which does not add them to the waitlist again.

Target states are covered like all others, or are never covered (``TargetCoverage``): then each step of the model to an error is a target.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

from verilab.analysis.arg import EXPANDED, Arg, ArgNode
from verilab.analysis.cpa import Cpa, Successor
from verilab.analysis.labels import WrittenLabels
from verilab.analysis.timers import Timers
from verilab.analysis.waitlist import Waitlist, WaitlistOrder
from verilab.errors import Refused
from verilab.program.control import ControlPoint

Abort = Callable[[ArgNode], bool]


class Meeting(Enum):
    """What becomes of a successor that a reached node covers.

    ABSORB: the node notes whose successor it covers.  MERGE: an edge leads to the node, so that the model is the graph of locations and not
    a tree (splitting).  COVER: it becomes a node of its own, and is asked for when it is to be expanded: then an older node covers it, by
    itself or by force (IMPACT).
    """

    ABSORB = "absorb"
    MERGE = "merge"
    COVER = "cover"


class TargetCoverage(Enum):
    """Whether one target state may cover another.

    COVERED: of the paths to one error location the first is a target, and others bring what it does not have.  SEPARATE: each path is one,
    as in the thesis (§3.1); the ways inside one step of the model (a block, the chains from one node) are one path.  ``Meeting.COVER``
    leaves targets alone in either case.
    """

    COVERED = "covered"
    SEPARATE = "separate"


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
    """The sets ``reached`` and ``waitlist`` of CPA++ with the graph ``arg`` over them, which may be edited between runs.

    ``tick`` is called every tenth of a second or so, and once every 256 expansions at the least (deadline checks, progress); what it raises
    leaves the exploration consistent enough to be reported, not to be continued.  ``labels`` say what may be done with the states of the
    nodes, where these are not the states of the analysis' own CPA.
    """

    def __init__(
        self,
        cpa: Cpa,
        order: WaitlistOrder = WaitlistOrder.BFS,
        tick: Callable[[], None] = lambda: None,
        *,
        new_only: bool = True,
        meeting: Meeting = Meeting.ABSORB,
        labels: WrittenLabels | None = None,
        target_coverage: TargetCoverage = TargetCoverage.COVERED,
    ) -> None:
        self.cpa = cpa
        self.order = order
        self.tick = tick
        self.new_only = new_only and meeting is Meeting.ABSORB
        self.meeting = meeting
        self.labels = labels
        self.fcover: Callable[[ArgNode], bool] = lambda node: False
        """Forced covering: strengthen what leads to an open node until another one covers it; whether it is covered now."""
        self.timers: Timers | None = None
        """What the time of this exploration is measured by, where it is."""
        self.waitlist: Waitlist = order.make()
        self._pace = Pace()
        self._reached = cpa.make_index()
        self.arg = Arg(self._reached, *cpa.initial())
        self.waitlist.push(self.arg.root)
        self.target_coverage = TargetCoverage.COVERED
        if target_coverage is TargetCoverage.SEPARATE:
            self.separate_targets()

    def separate_targets(self) -> None:
        """No target covers another from now on; to be called before anything is explored.  Refused where paths meet in one node."""
        if self.meeting is Meeting.MERGE:
            raise Refused("target_coverage='separate': this model merges the paths to a location, so that its targets are locations")
        self.target_coverage = TargetCoverage.SEPARATE
        self.arg.targets_apart = True

    def restarted(self) -> Exploration:
        """A new exploration of the same analysis with the same policies."""
        return Exploration(
            self.cpa,
            self.order,
            self.tick,
            new_only=self.new_only,
            meeting=self.meeting,
            labels=self.labels,
            target_coverage=self.target_coverage,
        )

    def reopen(self, nodes: Iterable[ArgNode]) -> None:
        """Expand these (again): what an edit of the graph opened."""
        for node in nodes:
            self.waitlist.push(node)

    def run(self, abort: Abort = at_first_target) -> None:
        """Explore until the waitlist is empty or ``abort`` holds for a new state."""
        with rare_collections():
            self._run(abort)

    def _run(self, abort: Abort) -> None:
        waitlist, push, add = self.waitlist, self.waitlist.push, self.arg.add
        successors: Callable[[ControlPoint, Any], Iterable[Successor]] = self.cpa.successors
        covering = self._reached.covering
        remainder = self._reached.remainder if self.new_only and self._reached.subtracts else None
        absorb = self.arg.absorb
        if self.timers is not None:
            successors, covering = self.timers.adjusting(successors), self.timers.stopping(covering)
            remainder = remainder and self.timers.stopping(remainder)
        merges, covers_late = self.meeting is Meeting.MERGE, self.meeting is Meeting.COVER
        # Where no other thing is done between them, the question for a coverer and the entry of the new state are one look-up.
        reach = self.arg.reach if self.meeting is Meeting.ABSORB and remainder is None and self.timers is None else None
        separate = self.target_coverage is TargetCoverage.SEPARATE and not covers_late
        targets, only_targets = self.arg.targets, abort is at_first_target
        watch = None if abort is never or only_targets else abort
        known = len(targets)
        countdown = self._pace.expansions
        while waitlist:
            countdown -= 1
            if not countdown:
                self.tick()
                countdown = self._pace.next()
            node = waitlist.pop()
            if node.status:  # it is not open any more
                continue
            if covers_late and (self.close(node) or self.fcover(node)):
                continue
            node.status = EXPANDED
            stopped = False
            for point, state, step in successors(node.point, node.state):
                if separate and point.location.is_error:
                    if _leads_to(node, point, state):
                        continue
                elif reach is not None:
                    reached = reach(point, state, node, step)
                    if reached is not None:
                        push(reached)
                        if watch is not None and watch(reached):
                            stopped = True
                    continue
                elif remainder is None:
                    cover = None if covers_late else covering(point, state)
                    if cover is not None:
                        if merges:
                            self.arg.connect(node, step, cover)
                        elif cover.covers is None:
                            cover.covers = [node]
                        else:
                            cover.covers.append(node)
                        continue
                else:
                    state, coverers = remainder(point, state)  # the nodes that have the rest of it cover that together
                    for coverer in coverers:
                        absorb(node, coverer)
                    if state is None:
                        continue
                child = add(point, state, node, step)
                push(child)
                if watch is not None and watch(child):
                    stopped = True
            if stopped or (only_targets and len(targets) > known):
                # The rest of this node's successors were added too: nothing is lost when the exploration continues.
                return

    def close(self, node: ArgNode) -> bool:
        """Let an older node cover one whose states it has; False where none does.  Each path to an error stays a target."""
        if node.is_target:
            return False
        cover = self._reached.covering(node.point, node.state)
        if cover is None or cover.id >= node.id:
            return False
        self.reopen(self.arg.cover(node, cover))
        return True


def _leads_to(node: ArgNode, point: ControlPoint, state: Any) -> bool:
    """Whether an edge leads from the node to this state: it was expanded before, or the step goes there several ways."""
    return any(child.point is point and child.state == state for child in node.children or ())
