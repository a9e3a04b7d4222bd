"""Targets that are set aside: no refinement excludes them, and none is an accepted violation; a model without others is not called safe."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.invariants import Invariants
from verilab.program.cfa import Edge
from verilab.refinement.operators import Undecided
from verilab.refinement.provident import Provident, Reached
from verilab.refinement.targets import violated
from verilab.refinement.verdicts import Safe, Unknown


class SetAside:
    """The targets of a run that its loop goes on without.

    ``most``: how many undecided ones there may be.  ``supposes``: where formulas exclude all paths to the targets that were set aside,
    invariants without these targets are supposed, to be checked by somebody else.
    """

    def __init__(self, most: int, *, supposes: bool) -> None:
        self._most = most
        self._supposes = supposes
        self._targets: list[tuple[ArgNode, Undecided]] = []
        self._undecided = 0
        self._rejected: dict[tuple[Edge, ...], str] = {}

    def clear(self) -> None:
        """Forget them, for a new model."""
        self._targets.clear()
        self._undecided = 0
        self._rejected.clear()

    def reject(self, model: Exploration, violation: Reached, reason: str) -> None:
        """A violation was not accepted, for this reason; its path keeps the verdict from being Safe, like one that nobody can decide."""
        self._rejected[violation.counterexample.edges] = reason
        self._add(model, [(violation.target, Undecided(reason))])

    def has_rejected(self, model: Exploration, violation: Reached) -> bool:
        """Whether a violation of an earlier model is here again that was not accepted; then it is set aside again."""
        reason = self._rejected.get(violation.counterexample.edges)
        if reason is None:
            return False
        self._add(model, [(violation.target, Undecided(reason))])
        return True

    def give_up(self, model: Exploration, provident: Provident) -> bool:
        """Set the targets aside that there is no candidate for; False where they are too many."""
        undecided = provident.undecided or [(target, Undecided("nothing was proposed for its path")) for target in provident.ranked]
        self._targets += undecided
        self._undecided += len(undecided)
        if self._undecided > self._most:
            return False
        model.arg.dismiss(provident.ranked)
        return True

    def verdict(self, invariants: Callable[[], Invariants]) -> Safe | Unknown:
        """Of a model without other targets.

        Formulas may have excluded every path that was set aside, and the states in front of the errors be precise enough for formulas
        to exclude them altogether: whoever checks the invariants finds out.
        """
        if not self._targets:
            return Safe(invariants())
        unknown = self.unknown()
        if not self._supposes or not all(undecided.infeasible for _, undecided in self._targets):
            return unknown
        return Safe(invariants(), supposed=unknown.reason)

    def unknown(self) -> Unknown:
        """The first reason, and the properties of all targets that no refinement excludes."""
        return Unknown(self._targets[0][1].reason, violated(target for target, _ in self._targets))

    def _add(self, model: Exploration, targets: Sequence[tuple[ArgNode, Undecided]]) -> None:
        self._targets += targets
        model.arg.dismiss([target for target, _ in targets])
