"""Strongest postconditions of partial assignments along loop-free program parts, for the check of the value analysis' invariants.

A partial state has an integer or UNKNOWN per slot.  It stands for all states that agree with it where it is known:

    post(s, x := e)   = s[x -> e(s)]  where e(s) is known, else s[x -> UNKNOWN]
    post(s, [c])      = s with what "c holds" fixes, where c(s) is true or unknown;  nothing where it is false

This is FORTE'15 §2's strongest post, computed by the interpreter's own evaluation: it shares no code with the value analysis.

Where paths meet, a state that agrees with one from before in every storage that the rest of the program may read is not followed again:

    s|live = t|live  and  everything from t leads into claims   =>   so does everything from s

An executor may keep the values of some storages only where paths meet: what it forgets stands for more states than paths lead to, so that
what it shows of all of them holds; and fewer of them differ.

This trusts ``program/static_analysis/liveness.py``, which no analysis uses: a storage that it wrongly calls dead would let two states
count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from enum import Enum

from verilab.evidence.interpretation.evaluation import State, UnusualError
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.partial_states.known_states import KnownStates
from verilab.evidence.partial_states.posts import UNKNOWN, Posts
from verilab.program.cfa import Call, CallStack, Location, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.static_analysis.liveness import Liveness
from verilab.program.storages import Array, Variable, slots_of

Frontier = list[tuple[Location, CallStack, State]]


class Arrival(Enum):
    """What a path that arrives at a cut point does there."""

    COVERED = "the claim there covers the state"
    PASS = "it does not, and the path may go on"
    FAILED = "it does not, and paths must not go on"


class PartialExecutor:
    """Executes partial states from cut point to cut point; ``cut_locations`` are the ids of locations that are cut in some context.

    ``forks`` counts the states that were followed.
    """

    def __init__(self, program: Program, graph: ControlGraph, cut_locations: frozenset[int]) -> None:
        self.program = program
        self.graph = graph
        self.forks = 0
        self._cut = [location.id in cut_locations or location.is_error for location in program.locations]
        self._meets = [location.is_return_site or len(location.entering) > 1 for location in program.locations]
        self._interpreter = Interpreter(program)
        self._posts = Posts()
        self._liveness = Liveness(program)
        self._known = KnownStates(program, self._liveness)
        self._kept: tuple[int, ...] | None = None
        self._blank: State = [UNKNOWN] * program.slot_count

    def keeping(self, kept: Collection[Variable | Array]) -> PartialExecutor:
        """Another one whose states keep the values of these storages only where paths meet; what is compiled serves both."""
        other = copy(self)
        other.forks = 0
        other._known = KnownStates(self.program, self._liveness, kept)
        other._kept = tuple(sorted(slot for storage in kept for slot in slots_of(storage)))
        return other

    def leads_into(self, point: ControlPoint, state: State, budget: int, arrive: Callable[[ControlPoint, State], Arrival]) -> bool:
        """Whether every path from a partial state ends by itself or arrives where ``arrive`` says COVERED; paths go on from PASS.

        False also past ``budget`` forks.  ``state`` is used up.
        """
        self._known.begin()
        done = self._leads_into(point, state, self.forks + budget, arrive)
        if not done:
            self._known.forget()
        return done

    def _leads_into(self, point: ControlPoint, state: State, limit: int, arrive: Callable[[ControlPoint, State], Arrival]) -> bool:
        pending: Frontier = []
        self._slow(point.location, point.stack, state, pending)
        while pending:
            before = len(pending)
            arrived = self._follow(*pending.pop(), pending)
            if arrived is not None:
                target, after = arrived
                arrival = arrive(target, after)
                if arrival is Arrival.FAILED:
                    return False
                if arrival is Arrival.PASS:
                    after = self._abstracted(after)
                    if self._known.add(target.location, target.stack, after):
                        self._slow(target.location, target.stack, after, pending)
            self.forks += len(pending) - before + 1
            if self.forks > limit:
                return False
        return True

    def _follow(self, location: Location, stack: CallStack, state: State, pending: Frontier) -> tuple[ControlPoint, State] | None:
        """Execute while the known values decide; at a fork the continuations go to ``pending``."""
        cut, meets, steps, step_at = self._cut, self._meets, self._interpreter.steps, self._interpreter.step_at
        while not cut[location.id]:
            if meets[location.id]:
                state = self._abstracted(state)
                if not self._known.add(location, stack, state):
                    return None
            step = steps[location.id] or step_at(location)
            if step is not None:
                try:
                    edge = step(state)
                except UnusualError:
                    pass
                else:
                    if edge is None:
                        return None
                    location = edge.target
                    continue
            known = len(pending)
            self._slow(location, stack, state, pending)
            if len(pending) != known + 1:
                return None
            location, stack, state = pending.pop()
        return self.graph.point(location, stack), state

    def _abstracted(self, state: State) -> State:
        """What a state keeps where paths meet."""
        if self._kept is None:
            return state
        rest = self._blank[:]
        for slot in self._kept:
            rest[slot] = state[slot]
        return rest

    def _slow(self, location: Location, stack: CallStack, state: State, pending: Frontier) -> None:
        """The continuations over all enabled edges, by reference evaluation; ``state`` is used up."""
        if location.is_error:
            return
        for edge in location.leaving:
            operation = edge.operation
            if isinstance(operation, Call):
                pending.append((operation.callee.entry, (*stack, edge), state))
            elif isinstance(operation, Return):
                if stack:
                    call = stack[-1].operation
                    assert isinstance(call, Call)
                    pending.append((call.return_to, stack[:-1], state))
            else:
                after = state if edge is location.leaving[-1] else state[:]
                if self._posts.post(edge, after):
                    pending.append((edge.target, stack, after))
