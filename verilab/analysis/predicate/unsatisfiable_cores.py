"""Sliced paths by the minimal unsatisfiable cores of a path's conditions: one for each reason that the path is infeasible.

What is slicable of the path (its assumes, the conditions of its blocks, as for sliced prefixes) are the elements of the cores; what
modifies the state is always there.  A core's sliced path has all other assumes replaced by no-ops and ends with the core's last one.  It
is a sliced path in the sense of SPIN'15 §2, so that its interpolants are those of the path; a sliced prefix of FORTE'15 Alg. 3 contains
the core of one reason at least, and of conditions that it has no need of those that contradict nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from verilab.analysis.predicate.sliced_prefixes import Questions
from verilab.analysis.prefixes import Condition, Prefix
from verilab.data_classes import dataclass
from verilab.solving.backend import Status
from verilab.solving.minimal_cores import minimal_cores

PATIENCE = 16
"""Nodes of the hitting-set tree that may ask the solver, for each core that is wanted."""


class Unanswered(Exception):
    """The solver gave up a check; the message says why."""


@dataclass(frozen=True, slots=True)
class Cores:
    """The sliced paths of the cores that were found, those with the nearest ends first; ``reason``: why the search ended early, else "".

    Empty for a feasible path.
    """

    paths: tuple[Prefix, ...]
    reason: str = ""


def cores_of(questions: Questions, whole: Prefix, limit: int | None) -> Cores:
    """The sliced paths of at most ``limit`` cores (None: of all) of a path; ``whole`` has all of its steps."""
    switches = questions.switches
    slicable = frozenset(number for number, switch in enumerate(switches) if switch.slicable)
    always = frozenset(range(len(switches))) - slicable

    def core_of(chosen: Collection[int]) -> frozenset[int] | None:
        status = questions.check(sorted(always.union(chosen)))
        if status is Status.UNKNOWN:
            raise Unanswered(questions.reason())
        return questions.core() & slicable if status is Status.UNSAT else None

    cores: list[frozenset[int]] = []
    reason = ""
    try:
        for core in minimal_cores(slicable, core_of, None if limit is None else PATIENCE * limit):
            cores.append(core)
            if len(cores) == limit:
                break
    except Unanswered as error:
        reason = str(error)
    paths = [_sliced_path(questions, whole, core, always) for core in cores]
    return Cores(tuple(sorted(paths, key=lambda path: path.reach)), reason)


def _sliced_path(questions: Questions, whole: Prefix, core: frozenset[int], always: frozenset[int]) -> Prefix:
    """The path up to the last element of a core, all slicable ones left out that are none; further where that is feasible."""
    switches = questions.switches
    end: tuple[Condition, int] | None = None
    length = whole.length
    if core:
        last = switches[max(core)]
        if questions.check(sorted(core.union(place for place in always if switches[place].step <= last.step))) is Status.UNSAT:
            length = last.step + 1
            if last.condition is not None:
                end = last.condition, questions.switched.inside[last.step].count
    gone = [switch for number, switch in enumerate(switches) if number not in core and switch.slicable and switch.step < length]
    return Prefix(
        whole.points[: length + 1],
        whole.edges[:length],
        frozenset(switch.step for switch in gone if switch.condition is None),
        tuple(switch.condition for switch in gone if switch.condition is not None),
        end,
    )
