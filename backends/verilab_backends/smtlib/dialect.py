"""What differs between solvers that speak SMT-LIB 2: their options, their timers, and how they are asked for interpolants."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from verilab.data_classes import dataclass
from verilab.solving.trees import children_of

GRACE_SECONDS = 1.0
"""A solver's own timer gets this much more than its limit before the process is killed."""


class Interpolation(Enum):
    """How a solver is asked for interpolants of the last, unsatisfiable check."""

    NONE = "it cannot be asked"
    NAMES = "(get-interpolants A B C) with the names of assertions; a sequence at once (SMTInterpol, Princess, OpenSMT)"
    NESTED = "the same, and (get-interpolants A (B (C)) D) for trees, where each parenthesis begins a further subtree of D (SMTInterpol)"
    GROUPS = "(get-interpolant (A B)) with the interpolation groups that are on the left of one cut (MathSAT)"


@dataclass(frozen=True, slots=True)
class Dialect:
    """``startup``: commands for every new process, before ``set-logic``; ``{seed}`` stands for the run's seed.

    ``logic``: what ``set-logic`` gets whatever is asked ("" for the logic of the query: then there is a pool of processes per logic).
    ``timer``: the command that limits the next check, with ``{milliseconds}`` in it ("" where the solver has none: then the process is
    killed when the time is over); ``endless``: the number of milliseconds that stands for no limit.
    ``allsat``: whether it has ``(check-allsat (p q ...))``, answered by a list of cubes; what it blocked stays asserted (SMTInterpol).
    """

    startup: tuple[str, ...] = ()
    logic: str = "ALL"
    timer: str = ""
    endless: int = 0
    interpolation: Interpolation = Interpolation.NONE
    allsat: bool = False

    def opening(self, logic: str, seed: int) -> str:
        """The first commands of a process."""
        return "\n".join([*(line.replace("{seed}", str(seed)) for line in self.startup), f"(set-logic {self.logic or logic})"])

    def timer_command(self, seconds: float | None) -> str:
        """The command that limits the next check, if there is one."""
        milliseconds = self.endless if seconds is None else max(1, int(seconds * 1000))
        return self.timer.replace("{milliseconds}", str(milliseconds)) + "\n" if self.timer else ""

    def hard_limit(self, seconds: float | None) -> float | None:
        """When to kill a process that was asked to answer within ``seconds``."""
        return None if seconds is None else seconds + (GRACE_SECONDS if self.timer else 0.0)

    @property
    def annotation(self) -> str:
        """The attribute that names a partition."""
        return ":interpolation-group" if self.interpolation is Interpolation.GROUPS else ":named"


def tree_question(names: Sequence[str], parents: Sequence[int]) -> tuple[str, list[int]]:
    """``(get-interpolants ...)`` for a tree, and the node of each answer, in the order of the answers.

    ``parents[i]`` > i is the parent of node i; the root is last, it has neither a parent nor an answer.  A node follows its
    subtrees; its first subtree stands bare before it, each further one in a parenthesis that ends where the last of them does.
    """
    children = children_of(parents)
    words: list[str] = []
    order: list[int] = []
    work: list[int | str] = [len(names) - 1]
    expanded: set[int] = set()
    while work:
        item = work.pop()
        if isinstance(item, str):
            words.append(item)
        elif item in expanded:
            words.append(names[item])
            order.append(item)
        else:
            expanded.add(item)
            work.append(item)
            others = children[item][1:]
            work.extend(")" for _ in others)
            for child in reversed(others):
                work.extend((child, "("))
            work.extend(children[item][:1])
    return f"(get-interpolants {' '.join(words)})", order[:-1]
