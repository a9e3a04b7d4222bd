"""Sliced prefixes of a path under the value analysis (FORTE'15 Alg. 3), each with its interpolants (Alg. 2).

    Sigma := {},  sigma_f := <>,  v := {}
    for each operation op_i of the path:
        SP_{op_i}(v) contradicting:   add sigma_f and op_i to Sigma;  sigma_f := sigma_f and no-op
        else:                         sigma_f := sigma_f and op_i;    v := SP_{op_i}(v)

Only assumes contradict.  One strongest-post pass finds all prefixes, because they have the assignments v_i in common.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.prefixes import Caps
from verilab.analysis.value.first_contradiction import backward
from verilab.analysis.value.interpolation import Interpolation
from verilab.analysis.value.strongest_post.post import Assignment, Change, Contradiction, Post, undo
from verilab.program.cfa import Operation


def contradictions(post: Post, operations: Sequence[Operation]) -> list[int]:
    """FORTE'15 Alg. 3: the indices of the assumes that contradict what precedes them, each treated as a no-op afterwards.

    The k-th sliced prefix ends at the k-th index and omits the earlier ones.
    """
    assignment: Assignment = {}
    places: list[int] = []
    for index, operation in enumerate(operations):
        try:
            post.apply(operation, assignment)
        except Contradiction:
            places.append(index)
    return places


def slices(post: Post, operations: Sequence[Operation], caps: Caps) -> list[Interpolation]:
    """The interpolants of every sliced prefix that ``contradictions`` finds, as far as ``caps`` admits them, shortest first.

    The prefixes have the same assignments v_i, so that one pass forward and one pass back serve all of them.
    """
    assignment: Assignment = {}
    history: list[list[Change]] = []
    ends: list[tuple[int, set[int]]] = []
    for index, operation in enumerate(operations):
        if ends and not caps.admit(len(ends), index + 1):
            break
        try:
            history.append(post.apply(operation, assignment))
        except Contradiction as contradiction:
            history.append([])
            ends.append((index, contradiction.dependencies))
    for changes in reversed(history[ends[-1][0] :] if ends else ()):
        undo(assignment, changes)
    return backward(post, operations, assignment, history, ends, frozenset(index for index, _ in ends))
