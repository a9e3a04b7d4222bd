"""Changes of a syntax tree where the locations of a witness are: code in front of statements, and around conditions and calls."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from pycparser import c_ast

from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.syntax.tree.nodes import StatementExpression
from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.witnesses.model import WitnessLocation
from verilab.program.witnesses.sites import Site, SiteKind, Sites
from verilab.program.witnesses.slots import Slot
from verilab.program.witnesses.snippets import Snippets

_HOLE = "__verilab_hole"
_BEFORE = re.compile(r"[\s(]*")  # what may stand between the place that is named and the one that is meant


class Weaver:
    """Weaves into ``unit``, whose tree it changes, what a witness of the text ``source`` asks for.

    Calls are to be wrapped before conditions, conditions before anything is put around statements.
    """

    def __init__(self, unit: TranslationUnit, source: SourceText) -> None:
        self.unit = unit
        self.source = source
        self.sites = Sites(unit)
        self.snippets = Snippets(unit, source)
        self._now: dict[int, Any] = {}
        self._kept: list[Any] = []  # nodes whose ids are in use

    # -- where --------------------------------------------------------------------------------------------------------------------

    def find(self, kind: SiteKind, location: WitnessLocation) -> Site:
        """The place that a location names; InputError at the location in the witness where there is none."""
        self._check_file(location)
        sites = self.sites.at(kind, location.line)
        chosen = self._chosen(sites, location)
        if chosen is None:
            raise self._nowhere(kind, sites, location)
        if location.function is not None and chosen.function != location.function:
            hint = f"give function: {chosen.function}, or leave it out"
            raise self.error(location, f"line {location.line} is in {chosen.function}, not in '{location.function[:60]}'", hint)
        return chosen

    def _check_file(self, location: WitnessLocation) -> None:
        name, lines = PurePath(self.unit.name).name, self._lines()
        if PurePath(location.file_name).name != name:
            raise self.error(location, f"'{location.file_name[:80]}' is not the program's file", f"give file_name: {name}")
        if location.line > len(lines):
            raise self.error(location, f"line {location.line} is outside of {name}", f"{name} has {len(lines)} lines")

    def _lines(self) -> list[str]:
        original = self.unit.originals.get(self.unit.name)
        return (self.unit.source if original is None else original).lines

    def _chosen(self, sites: list[tuple[int, Site]], location: WitnessLocation) -> Site | None:
        if location.column is None:
            return sites[0][1] if sites else None
        line = self._lines()[location.line - 1]
        for column, site in sites:
            if column == location.column or (
                column > location.column and _BEFORE.fullmatch(line, location.column - 1, column - 1) is not None
            ):
                return site
        return None

    def _nowhere(self, kind: SiteKind, sites: list[tuple[int, Site]], location: WitnessLocation) -> InputError:
        at = f"{location.line}" if location.column is None else f"{location.line}:{location.column}"
        columns = sorted({column for column, _ in sites})
        hint = f"on that line there is one at column {' and '.join(map(str, columns))}" if columns else "on that line there is none"
        return self.error(location, f"at {PurePath(self.unit.name).name}:{at} there is not {kind.value}", hint)

    def error(self, location: WitnessLocation, message: str, hint: str) -> InputError:
        return self.source.error(message, location.place.line, location.place.column, hint)

    # -- what ---------------------------------------------------------------------------------------------------------------------

    def declare(self, text: str) -> None:
        """Declarations in front of the program."""
        self.unit.ast.ext[:0] = self.snippets.declarations(text)

    def around(self, site: Site, front: list[Any], back: list[Any]) -> None:
        """Code right before a statement, whoever jumps to it, and right behind it."""
        node, slot = site.slot.node, site.slot
        match node:
            case c_ast.Compound():
                node.block_items = [*front, *(node.block_items or ()), *back]
            case c_ast.Label():
                node.stmt = c_ast.Compound([*front, node.stmt, *back], site.token)
            case c_ast.Case() | c_ast.Default():
                node.stmts = [*front, *(node.stmts or ()), *back]
            case _ if slot.listed:
                slot.surround(front, back, self._current(node))
            case _:
                self._replace(slot, c_ast.Compound([*front, self._current(node), *back], site.token))

    def before_condition(self, site: Site, front: list[Any]) -> None:
        """Code right before each evaluation of a loop's condition."""
        loop = site.slot.node
        checked = StatementExpression(c_ast.Compound(front, site.token), site.token)
        condition = loop.cond if loop.cond is not None else c_ast.Constant("int", "1", site.token)
        loop.cond = c_ast.ExprList([checked, condition], site.token)

    def on_condition(self, site: Site, text: str, value: str, holes: dict[str, Any]) -> None:
        """Code right behind each evaluation of a branching's condition.

        It finds in ``value`` whether that is not 0, of a switch its value.
        """
        node = site.slot.node
        condition = node.cond if node.cond is not None else c_ast.Constant("int", "1", site.token)
        declaration = f"__auto_type {value} = {_HOLE};" if isinstance(node, c_ast.Switch) else f"int {value} = !!({_HOLE});"
        node.cond = self._expression(f"{declaration} {text} {value};", site, {_HOLE: condition, **holes})

    def on_return(self, site: Site, text: str, value: str, holes: dict[str, Any]) -> None:
        """Code right behind a call, which finds its result in ``value``; with "" for that the call has none, or nobody uses it."""
        call = self._current(site.slot.node)
        code = f"__auto_type {value} = {_HOLE}; {text} {value};" if value else f"{_HOLE}; {text}"
        self._replace(site.slot, self._expression(code, site, {_HOLE: call, **holes}))

    def on_enter(self, site: Site, text: str, value: str, holes: dict[str, Any]) -> None:
        """Code between the evaluation of a call's arguments and the call."""
        call = site.slot.node
        if call.args is None or not call.args.exprs:
            entered = self._expression(text, site, holes)
            self._replace(site.slot, c_ast.ExprList([entered, self._current(call)], site.token))
            return
        last = call.args.exprs[-1]
        call.args.exprs[-1] = woven = self._expression(f"__auto_type {value} = {_HOLE}; {text} {value};", site, {_HOLE: last, **holes})
        self._remember(last, woven)

    def before_call(self, slot: Slot, text: str) -> None:
        """Code right before a call is evaluated."""
        call = self._current(slot.node)
        items = self.snippets.code(text, slot.node.coord)
        checked = StatementExpression(c_ast.Compound(items, slot.node.coord), slot.node.coord)
        self._replace(slot, c_ast.ExprList([checked, call], slot.node.coord))

    def is_statement(self, slot: Slot) -> bool:
        """Whether nobody uses the value of an expression."""
        return isinstance(slot.parent, c_ast.Compound | c_ast.If | c_ast.Label | c_ast.Case | c_ast.Default) and slot.name != "cond"

    def _expression(self, text: str, site: Site, holes: dict[str, Any]) -> StatementExpression:
        items = self.snippets.code(text, site.token, holes)
        return StatementExpression(c_ast.Compound(items, site.token), site.token)

    def _current(self, node: Any) -> Any:
        while id(node) in self._now:
            node = self._now[id(node)]
        return node

    def _remember(self, node: Any, woven: Any) -> None:
        self._now[id(node)] = woven
        self._kept.append(node)

    def _replace(self, slot: Slot, woven: Any) -> None:
        current = self._current(slot.node)
        slot.replace(woven, current)
        self._remember(current, woven)
