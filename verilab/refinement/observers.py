"""What is told of a refinement loop as it runs: its statistics and its log are observers, which change nothing of it."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.refinement.choice import Choice
from verilab.refinement.contenders import Contenders
from verilab.refinement.context import Context
from verilab.refinement.provident import Provident


class LoopObserver:
    """Is told of the steps of Algorithm 3.1; each method does nothing by default."""

    def started(self, model: Exploration) -> None:
        """From here on this model is explored."""

    def ticked(self, model: Exploration) -> None:
        """Some states of the model were explored."""

    def proposed(self, targets: Sequence[ArgNode], provident: Provident) -> None:
        """A model has these targets; what there is to refine for the ranked ones, none of which is an execution."""

    def chosen(self, context: Context, contenders: Contenders, choice: Choice) -> None:
        """A candidate was chosen, and is about to be applied.  Where it adds nothing another one is chosen in its place."""

    def refined(self, contenders: Contenders, following: Exploration | None) -> None:
        """What was chosen last was applied: the loop goes on with this model, or ends where it added nothing (None)."""

    def ended(self, model: Exploration) -> None:
        """There is a verdict, and this is the model that it is of."""


class Observers(LoopObserver):
    """Several observers, told one after the other."""

    def __init__(self, *observers: LoopObserver) -> None:
        self._observers = observers

    def started(self, model: Exploration) -> None:
        for observer in self._observers:
            observer.started(model)

    def ticked(self, model: Exploration) -> None:
        for observer in self._observers:
            observer.ticked(model)

    def proposed(self, targets: Sequence[ArgNode], provident: Provident) -> None:
        for observer in self._observers:
            observer.proposed(targets, provident)

    def chosen(self, context: Context, contenders: Contenders, choice: Choice) -> None:
        for observer in self._observers:
            observer.chosen(context, contenders, choice)

    def refined(self, contenders: Contenders, following: Exploration | None) -> None:
        for observer in self._observers:
            observer.refined(contenders, following)

    def ended(self, model: Exploration) -> None:
        for observer in self._observers:
            observer.ended(model)
