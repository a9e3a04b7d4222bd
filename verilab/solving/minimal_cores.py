"""Minimal unsatisfiable cores by a hitting-set tree (Reiter, A Theory of Diagnosis from First Principles, 1987, §4).

    a node H is a set of elements that are left out, the root {};  its label is a minimal core of what is left, its children are
    H and e  for the elements e of the label;  where what is left is satisfiable, H is a leaf: it hits every core

Nodes go in the order of their sizes; a node that has a leaf as a part says nothing new, and a known core that H does not hit labels it
without a question.  Where the tree ends, all minimal cores are labels: let M be one that is not.  No label is a part of M, so what is not
in M hits all labels; so does some minimal part of it, which the tree has as a leaf; but that does not hit M.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator

CoreOf = Callable[[Collection[int]], "frozenset[int] | None"]
"""A core of some elements, a part of them that is unsatisfiable already; None where they are satisfiable together."""


def minimal_cores(elements: Collection[int], core_of: CoreOf, questions: int | None = None) -> Iterator[frozenset[int]]:
    """The minimal cores of the elements, each once; the empty one where what is always there is unsatisfiable.

    ``questions``: how many nodes may ask ``core_of`` before the search ends (making a core minimal is not counted); None until all are
    found.  The larger elements are the first to be left out of a core.
    """
    everything = frozenset(elements)
    cores: list[frozenset[int]] = []
    leaves: list[frozenset[int]] = []
    root: frozenset[int] = frozenset()
    pending, seen, asked = deque([root]), {root}, 0
    while pending:
        hits = pending.popleft()
        if any(leaf <= hits for leaf in leaves):
            continue
        label = next((core for core in cores if core.isdisjoint(hits)), None)
        if label is None:
            if asked == questions:
                return
            asked += 1
            core = core_of(everything - hits)
            if core is None:
                leaves.append(hits)
                continue
            label = minimal(core, core_of)
            cores.append(label)
            yield label
        for element in sorted(label):
            child = hits | {element}
            if child not in seen:
                seen.add(child)
                pending.append(child)


def minimal(core: frozenset[int], core_of: CoreOf) -> frozenset[int]:
    """A core that is part of a core, and unsatisfiable with all of its elements only."""
    needed: set[int] = set()
    left = sorted(core)
    while left:
        element = left.pop()
        smaller = core_of(needed.union(left))
        if smaller is None:
            needed.add(element)
        else:
            left = [other for other in left if other in smaller]
    return frozenset(needed)
