"""Abstract models: what a run's reachability graph was when it was refined, and what became of its nodes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class ModelNode:
    """An abstract state: ``location`` names its control point, ``label`` what it says; ``status``: "open", "expanded", "covered" or
    "set aside".  ``line`` of ``file`` is where its control point's first edge is from, 0 where it has none.  ``target``: it is an error.
    """

    id: int
    location: str
    file: str
    line: int
    label: str
    status: str
    target: bool = False


@dataclass(frozen=True, slots=True)
class ModelEdge:
    """From the node ``source`` to ``target``, by their ids.

    ``kind``: "step"; "covered", by a node that has all states of the source or of a successor of it; "skips", where the steps between are
    not shown.
    """

    source: int
    target: int
    kind: str = "step"


@dataclass(frozen=True, slots=True)
class Model:
    """A part of an abstract reachability graph: the error paths first, then what is nearest to the root.

    ``total``: the nodes of all of it, counted up to ``counted``.
    """

    nodes: tuple[ModelNode, ...]
    edges: tuple[ModelEdge, ...]
    total: int
    counted: int

    @property
    def left_out(self) -> int:
        """The nodes that are not shown, of those that were counted."""
        return self.total - len(self.nodes)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def _repr_html_(self) -> str:
        from verilab.verification.notebook.refinements import model_html  # only notebooks ask

        return model_html(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Model:
        nodes = tuple(ModelNode(**node) for node in data["nodes"])
        return Model(nodes, tuple(ModelEdge(**edge) for edge in data["edges"]), data["total"], data["counted"])


@dataclass(frozen=True, slots=True)
class Applied:
    """What a refinement did at once to the nodes of the model that are shown, by their ids.

    ``restarted``: the model is explored anew, and all of its nodes went.  ``removed``: they are in the model no more.  ``relabelled``:
    their labels since then.
    """

    restarted: bool
    removed: tuple[int, ...] = ()
    relabelled: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Applied:
        return Applied(data["restarted"], tuple(data["removed"]), tuple((node, label) for node, label in data["relabelled"]))
