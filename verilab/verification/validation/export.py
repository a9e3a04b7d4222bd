"""Witnesses of our own verdicts.  None is written that our own validation does not confirm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pycparser import c_ast

from verilab.program.cfa import Position
from verilab.program.errors import InputError
from verilab.program.syntax import parse_file
from verilab.program.syntax.tree.translation_unit import TranslationUnit, coordinate
from verilab.program.tasks import Task
from verilab.program.witnesses.reader import parse_witness
from verilab.program.witnesses.sites import LOOPS, Site, SiteKind, Sites
from verilab.program.witnesses.slots import below
from verilab.program.witnesses.writer import At, written_invariants, written_violation
from verilab.verification.configuration import Configuration
from verilab.verification.schema import RunResult
from verilab.verification.serving.answers import RejectedInput
from verilab.verification.validation.subject import Metadata, subject
from verilab.verification.validation.validate import Answer, validate

MOST_TARGETS = 8
MOST_WAYPOINTS = 2_000


def exported(task: Task, result: RunResult, configuration: Configuration, version: str) -> tuple[str, str]:
    """The text of a witness of the result, and "", or "" and the reason why there is none."""
    if list(task.error_convention) == [] or task.observed:
        return "", "the format has no observer automata"
    unit = parse_file(task.files[0], task.data_model)
    texts = _correctness if result.verdict == "true" else _violations if result.verdict == "false" else None
    if texts is None:
        return "", f"there is no verdict: {result.reason}" if result.reason else "there is no verdict"
    reason = "no statement of the program is known to be where the error is"
    for text in texts(unit, task, result, version):
        reason = _refused(text, task, configuration)
        if not reason:
            return text, ""
    return "", reason


def _refused(text: str, task: Task, configuration: Configuration) -> str:
    """Why our validation does not confirm the witness; "" where it does."""
    try:
        witness = parse_witness(text, "<witness>")
        answer = validate(witness, subject(witness, replace(task, expected=None), Metadata.STRICT), configuration)
    except (InputError, RejectedInput) as error:
        return str(error)
    return "" if answer.answer is Answer.CONFIRMED else f"our own validation says {answer.answer.value}: {answer.reason}"


def _correctness(unit: TranslationUnit, task: Task, result: RunResult, version: str) -> Iterator[str]:
    """With all invariants, with each alone that has a meaning where it stands, with none."""
    loops = _loops(unit)
    claims: list[tuple[At, str]] = []
    for claim in result.details.get("invariants", ()):
        site = loops.get((claim["file"], claim["line"], claim["column"]))
        if site is not None and site.function == claim["function"]:
            claims.append((_at(unit, site), claim["value"]))
    if claims:
        yield written_invariants(task, version, claims)
    if len(claims) > 1:
        for claim in claims[:MOST_TARGETS]:
            yield written_invariants(task, version, [claim])
    yield written_invariants(task, version, [])


def _loops(unit: TranslationUnit) -> dict[tuple[str, int, int], Site]:
    """The loops by the places at which the first edge behind their head may be: in the condition, or of ``while (1)`` in the body."""
    loops: dict[tuple[str, int, int], Site] = {}
    for site in Sites(unit).all(SiteKind.LOOP):
        node = site.slot.node
        if isinstance(node, c_ast.DoWhile):
            continue
        first = node.cond if node.cond is not None and not isinstance(node.cond, c_ast.Constant) else _first(node.stmt)
        if first is not None:
            for place in _places(unit, first):
                loops.setdefault((place.file, place.line, place.column), site)
    return loops


def _first(body: Any) -> Any:
    while isinstance(body, c_ast.Compound):
        if not body.block_items:
            return None
        body = body.block_items[0]
    return None if isinstance(body, LOOPS) else body.cond if isinstance(body, c_ast.If) else body


def _places(unit: TranslationUnit, node: Any) -> Iterator[Position]:
    for part in (node, *(slot.node for slot in below(node))):
        token = coordinate(part)
        if token is not None:
            yield unit.position(token)


def _at(unit: TranslationUnit, site: Site) -> At:
    place = unit.physical_position(site.token)
    return At(place.line, place.column, site.function)


def _violations(unit: TranslationUnit, task: Task, result: RunResult, version: str) -> Iterator[str]:
    """One for each statement that may be the target, the nearest to where the violation is first."""
    sites = Sites(unit)
    violation = result.details.get("violation", {})
    calls = _Calls(unit, sites)
    returned = []
    for (origin, values), place in zip(violation.get("inputs") or (), violation.get("places") or (), strict=False):
        call = calls.find(origin, Position(*place))
        if call is not None and len(values) == 1:
            returned.append((_at(unit, call), values[0]))
    targets = [site for site in sites.all(SiteKind.STATEMENT) if _is_error(site.slot.node, task)]
    targets.sort(key=lambda site: abs(unit.position(site.token).line - violation.get("line", 0)))
    for target in targets[:MOST_TARGETS]:
        yield written_violation(task, version, returned[:MOST_WAYPOINTS], _at(unit, target))


class _Calls:
    """The calls of a program by function and line."""

    def __init__(self, unit: TranslationUnit, sites: Sites) -> None:
        self._sites: dict[tuple[str, str, int], list[tuple[int, Site]]] = {}
        for site in sites.all(SiteKind.CALL):
            place = unit.position(coordinate(site.slot.node))
            self._sites.setdefault((site.slot.node.name.name, place.file, place.line), []).append((place.column, site))

    def find(self, function: str, place: Position) -> Site | None:
        """The call that an input comes from, whose place may be that of the statement around it; None where it may be several."""
        sites = self._sites.get((function, place.file, place.line), [])
        exact = [site for column, site in sites if column == place.column]
        return exact[0] if exact else sites[0][1] if len(sites) == 1 else None


def _is_error(node: Any, task: Task) -> bool:
    """Whether a statement is an error by the task's convention: a call, also inside an expression, or a label."""
    if isinstance(node, c_ast.Label):
        return node.name in task.error_convention.labels
    if isinstance(node, (c_ast.Compound, c_ast.If, c_ast.Switch, c_ast.Case, c_ast.Default, *LOOPS)):
        return False
    calls = (part for part in (node, *(slot.node for slot in below(node))) if isinstance(part, c_ast.FuncCall))
    return any(isinstance(call.name, c_ast.ID) and call.name.name in task.error_convention.functions for call in calls)
