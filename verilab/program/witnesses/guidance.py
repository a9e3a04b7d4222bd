"""Violation witnesses: a ghost variable counts the segments that an execution has passed; others than the described are cut off.

    at a waypoint of segment k:   if (segment == k) { if (an avoided one is passed) stop;
                                                      if (the followed one is passed) segment = k + 1; else stop; }
    at the target's statement:    if (segment == last) segment = last + 1;  statement;  if (segment == last + 1) segment = last;
    before an error:              if (segment != last + 1) stop;

A segment ends where the waypoint to follow is first evaluated, which has to pass it then (so do the tests of validators that the format's
authors have published; the format's schema leaves open whether a later evaluation would do).  What the woven program violates is an
execution that the witness describes; if it violates nothing, the witness describes no violation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.program.syntax.tree.nodes import ComputedGoto, LabelAddress
from verilab.program.syntax.tree.text import text_of
from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.witnesses.model import Segment, ViolationWitness, Waypoint, WaypointKind
from verilab.program.witnesses.sites import Site, SiteKind, error_calls
from verilab.program.witnesses.slots import below
from verilab.program.witnesses.snippets import PREFIX, RESULT, Snippets
from verilab.program.witnesses.weaver import Weaver

SEGMENT, VALUE = f"{PREFIX}segment", f"{PREFIX}value"
STOP = "__VERIFIER_assume(0);"
_KINDS = {
    WaypointKind.ASSUMPTION: SiteKind.STATEMENT,
    WaypointKind.TARGET: SiteKind.STATEMENT,
    WaypointKind.BRANCHING: SiteKind.BRANCHING,
    WaypointKind.FUNCTION_ENTER: SiteKind.CALL,
    WaypointKind.FUNCTION_RETURN: SiteKind.CALL,
}
_ORDER = (WaypointKind.FUNCTION_ENTER, WaypointKind.FUNCTION_RETURN, WaypointKind.BRANCHING, WaypointKind.ASSUMPTION)
"""Inner nodes first: what is put around a statement finds its calls and conditions as they are then."""


@dataclass(slots=True)
class _Evaluation:
    """The waypoints that are evaluated at one site in the same way: by segment, those avoided and the one followed."""

    site: Site
    kind: WaypointKind
    avoid: dict[int, list[Waypoint]] = field(default_factory=dict)
    follow: dict[int, Waypoint] = field(default_factory=dict)


def weave_guidance(unit: TranslationUnit, witness: ViolationWitness, sequence: int, convention: ErrorConvention) -> Snippets:
    """Weave one of the sequences into the unit; what it returns tells errors of lowering at their places in the witness.

    Raises InputError for a waypoint that stands nowhere, or whose constraint is no expression.
    """
    guide = _Guide(Weaver(unit, witness.source), witness.sequences[sequence])
    guide.weave(convention)
    return guide.weaver.snippets


class _Guide:
    def __init__(self, weaver: Weaver, segments: Sequence[Segment]) -> None:
        self.weaver = weaver
        self.segments = segments
        self.last = len(segments) - 1
        self._numbers = 0

    def weave(self, convention: ErrorConvention) -> None:
        weaver = self.weaver
        target = self.segments[-1].follow
        evaluations = self._evaluations()
        at_target = weaver.find(SiteKind.STATEMENT, target.location)
        self._gate(convention)
        for kind in _ORDER:
            for evaluation in evaluations:
                if evaluation.kind is kind:
                    self._evaluate(evaluation, at_target)
        if not any(other.kind is WaypointKind.ASSUMPTION and other.site.slot is at_target.slot for other in evaluations):
            weaver.around(at_target, *self._armed(at_target))
        weaver.declare(f"int {SEGMENT} = 0; void __VERIFIER_assume(int);")

    def _evaluations(self) -> list[_Evaluation]:
        evaluations: dict[tuple[int, WaypointKind], _Evaluation] = {}

        def at(waypoint: Waypoint) -> _Evaluation:
            site = self.weaver.find(_KINDS[waypoint.kind], waypoint.location)
            return evaluations.setdefault((id(site.slot), waypoint.kind), _Evaluation(site, waypoint.kind))

        for number, segment in enumerate(self.segments):
            for waypoint in segment.avoid:
                at(waypoint).avoid.setdefault(number, []).append(waypoint)
            if segment.follow.kind is not WaypointKind.TARGET:
                at(segment.follow).follow[number] = segment.follow
        return list(evaluations.values())

    def _evaluate(self, evaluation: _Evaluation, target: Site) -> None:
        weaver, site = self.weaver, evaluation.site
        self._numbers += 1
        value = f"{VALUE}_{self._numbers}"
        holes: dict[str, Any] = {}
        match evaluation.kind:
            case WaypointKind.ASSUMPTION:
                text = self._decision(evaluation, value, holes)
                front, back = self._armed(site) if site.slot is target.slot else ([], [])
                weaver.around(site, weaver.snippets.code(text, site.token, holes) + front, back)
            case WaypointKind.BRANCHING:
                weaver.on_condition(site, self._decision(evaluation, value, holes), value, holes)
            case WaypointKind.FUNCTION_ENTER:
                weaver.on_enter(site, self._decision(evaluation, value, holes), value, holes)
            case WaypointKind.FUNCTION_RETURN:
                waypoints = [*evaluation.follow.values(), *(waypoint for avoided in evaluation.avoid.values() for waypoint in avoided)]
                used = any(waypoint.condition is not None for waypoint in waypoints) or not weaver.is_statement(site.slot)
                weaver.on_return(site, self._decision(evaluation, RESULT, holes), RESULT if used else "", holes)

    def _decision(self, evaluation: _Evaluation, value: str, holes: dict[str, Any]) -> str:
        parts = []
        for number in sorted(evaluation.avoid.keys() | evaluation.follow.keys()):
            steps = [f"if ({self._passed(evaluation, waypoint, value, holes)}) {STOP}" for waypoint in evaluation.avoid.get(number, ())]
            followed = evaluation.follow.get(number)
            if followed is not None:
                steps.append(f"if ({self._passed(evaluation, followed, value, holes)}) {SEGMENT} = {number + 1}; else {STOP}")
            parts.append(f"if ({SEGMENT} == {number}) {{ {' '.join(steps)} }}")
        return " else ".join(parts)

    def _passed(self, evaluation: _Evaluation, waypoint: Waypoint, value: str, holes: dict[str, Any]) -> str:
        """The condition under which a waypoint is passed."""
        if waypoint.kind is WaypointKind.BRANCHING:
            return self._branch(evaluation.site, waypoint, value, holes)
        if waypoint.condition is None:
            return "1"
        name = f"{PREFIX}hole_{len(holes)}"
        holes[name] = self.weaver.snippets.condition(waypoint.condition, evaluation.site.token)
        return name

    def _branch(self, site: Site, waypoint: Waypoint, value: str, holes: dict[str, Any]) -> str:
        node, branch = site.slot.node, waypoint.branch
        if not isinstance(node, c_ast.Switch):
            if branch not in ("true", "false"):
                raise self._wrong(waypoint, f"'{branch}' is no branch of {text_of(node.cond)}", "give true or false")
            return value if branch == "true" else f"!{value}"
        labels = _cases(node.stmt)
        if branch == "default":
            tests = []
            for label in labels:
                if isinstance(label.expr, c_ast.Constant | c_ast.ID | c_ast.UnaryOp | c_ast.BinaryOp | c_ast.Cast):
                    name = f"{PREFIX}hole_{len(holes)}"
                    holes[name] = label.expr
                    tests.append(f"{value} != {name}")
                else:
                    raise self._wrong(waypoint, "the default of a switch with ranges of cases is not read", "name a case")
            return " && ".join(tests) or "1"
        if branch in ("true", "false"):
            raise self._wrong(waypoint, f"'{branch}' is no branch of a switch", "give the integer of a case, or default")
        return f"{value} == {branch}"

    def _wrong(self, waypoint: Waypoint, message: str, hint: str) -> InputError:
        assert waypoint.condition is not None
        return self.weaver.source.error(message, waypoint.condition.place.line, waypoint.condition.place.column, hint)

    # -- the target ---------------------------------------------------------------------------------------------------------------

    def _armed(self, site: Site) -> tuple[list[Any], list[Any]]:
        code, last = self.weaver.snippets.code, self.last
        front = code(f"if ({SEGMENT} == {last}) {SEGMENT} = {last + 1};", site.token)
        return front, code(f"if ({SEGMENT} == {last + 1}) {SEGMENT} = {last};", site.token)

    def _gate(self, convention: ErrorConvention) -> None:
        """Errors count at the target only."""
        weaver = self.weaver
        gate = f"if ({SEGMENT} != {self.last + 1}) {STOP}"
        for slot in error_calls(weaver.unit.ast, convention.functions):
            weaver.before_call(slot, gate)
        for slot in list(below(weaver.unit.ast)):
            self._gate_label(slot.node, gate, convention.labels)

    def _gate_label(self, node: Any, gate: str, labels: frozenset[str]) -> None:
        """Who jumps to an error's label comes to the gate in front of it; the label keeps its name, which is the convention's."""
        match node:
            case c_ast.Label(name=name) if name in labels:
                inner = c_ast.Label(name, node.stmt, node.coord)
                node.name, node.stmt = f"{PREFIX}{name}", c_ast.Compound([*self.weaver.snippets.code(gate, node.coord), inner], node.coord)
            case c_ast.Goto(name=name) | LabelAddress(name=name) if name in labels:
                node.name = f"{PREFIX}{name}"
            case ComputedGoto(labels=targets):
                targets[:] = [f"{PREFIX}{name}" if name in labels else name for name in targets]


def _cases(body: Any) -> list[Any]:
    """The case labels of a switch, without those of switches inside."""
    labels, stack = [], [body]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Case):
            labels.append(node)
        if not isinstance(node, c_ast.Switch):
            stack += [child for _, child in node.children()]
    return labels
