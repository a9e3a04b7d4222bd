"""The static call graph of a file and its recursive components, by the symbols that the linker sees."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import C_INT
from verilab.program.components import components
from verilab.program.syntax.tree.nodes import Asm, Attribute

_RENAMING = frozenset(("asm", "alias", "weakref"))
_COUNTING = re.compile(r"%[-+ #0-9.*$'hlqjztLIw]*n")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")

SEEDING = ("srand", "srandom", "srand48", "seed48", "lcong48", "initstate", "setstate")
"""The library's functions by which its sequences of random numbers begin."""

LARGEST_UNFOLDING = 12_000  # syntax nodes of all recursive instances of one component
FEWEST_INSTANCES = 2


@dataclass(frozen=True, slots=True)
class BodyFacts:
    """What one walk over a function's body finds: names called directly and labels, in order of appearance; how many syntax nodes.

    ``has_cleanups`` where a variable has the attribute ``cleanup``.  ``named``: all identifiers of expressions, and the words of assembly.
    ``renamed``: pairs of names of which one may be the symbol of the other.  ``borrowed``: what a block declares ``extern``.
    ``counts``: a string may be a format that stores how much was written (``%n``).  ``seeds``: how often one
    of ``SEEDING`` is named other than for a call with literals.  ``arguments``: the most that a call has.
    """

    called: tuple[str, ...]
    labels: tuple[str, ...]
    size: int
    has_cleanups: bool = False
    named: frozenset[str] = frozenset()
    renamed: tuple[tuple[str, str], ...] = ()
    borrowed: frozenset[str] = frozenset()
    counts: bool = False
    seeds: int = 0
    arguments: int = 0


def facts_of(body: Any) -> BodyFacts:
    """One walk over a function's body."""
    called: dict[str, None] = {}
    labels: list[str] = []
    size = 0
    has_cleanups = False
    named: set[str] = set()
    renamed: list[tuple[str, str]] = []
    borrowed: set[str] = set()
    counts = False
    seeds = 0
    arguments = 0
    stack = [body]
    while stack:
        node = stack.pop()
        size += 1
        if node.__class__ is c_ast.FuncCall and node.args is not None:
            arguments = max(arguments, len(node.args.exprs))
        match node:
            case c_ast.Constant(type="string", value=value):
                counts = counts or _counts(value)
                continue
            case c_ast.Constant():
                continue
            case c_ast.ID(name=name):
                named.add(name)
                seeds += name in SEEDING
                continue
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=args):
                called.setdefault(name)
                seeds -= name in SEEDING and all(isinstance(argument, c_ast.Constant) for argument in (args.exprs if args else ()))
            case c_ast.Label(name=name):
                labels.append(name)
            case Attribute(name="cleanup", arguments=arguments_given):
                has_cleanups = True
                called.update((argument.name, None) for argument in arguments_given if isinstance(argument, c_ast.ID))
            case c_ast.Decl() | c_ast.Pragma():
                renamed += renamed_by(node)
                if isinstance(node, c_ast.Decl) and "extern" in node.storage:
                    borrowed.add(node.name)
            case Asm(template=template):
                named.update(_WORD.findall(template))
        stack.extend(reversed([child for child in node if child is not None]))
    words = frozenset(named)
    return BodyFacts(tuple(called), tuple(labels), size, has_cleanups, words, tuple(renamed), frozenset(borrowed), counts, seeds, arguments)


def _counts(text: str) -> bool:
    """Whether a literal has ``%n`` inside, however it is written."""
    literal = string_literal(text, C_INT)
    units = (chr(unit) if 0 <= unit < 0x110000 else " " for unit in literal.units) if literal is not None else iter(text)
    return _COUNTING.search("".join(units)) is not None


def renamed_by(node: Any) -> Iterable[tuple[str, str]]:
    """The names of which one may be the symbol of the other, by one declaration or pragma."""
    match node:
        case c_ast.Pragma(string=text):
            words = _WORD.findall(text)
            if len(words) == 3 and words[0] in ("weak", "redefine_extname"):
                yield words[1], words[2]
        case c_ast.Decl(name=str(name), attributes=attributes) if attributes:
            for attribute in attributes:
                if attribute.name in _RENAMING:
                    for argument in attribute.arguments:
                        if isinstance(argument, c_ast.Constant):
                            yield from ((name, word) for word in _WORD.findall(argument.value))


class CallGraph:
    """Calls between defined functions: direct ones, and through pointers those that are given; ``component`` numbers what is recursive.

    A function is called by each of its names.  ``named``: what the file names anywhere, and the symbols of these names; ``counts``: as in
    ``BodyFacts``, anywhere in the file; ``seeds_are_literal``: sequences of random numbers begin nowhere but by calls with literals.
    """

    def __init__(
        self, definitions: dict[str, Any], pointer_calls: Collection[tuple[str, str]] = (), externals: Iterable[c_ast.Node] = ()
    ) -> None:
        self.facts = {name: facts_of(node.body) for name, node in definitions.items()}
        outside = [node for node in externals if not isinstance(node, c_ast.FuncDef | c_ast.Typedef)]
        renamed = [pair for facts in self.facts.values() for pair in facts.renamed]
        renamed += [pair for node in outside for pair in renamed_by(node)]
        renamed += [pair for node in definitions.values() for pair in renamed_by(node.decl)]
        self._symbols = _classes(renamed)
        self.named = {name for facts in self.facts.values() for name in facts.named}
        inside = [facts_of(node.init) for node in outside if isinstance(node, c_ast.Decl) and node.init is not None]
        self.counts = any(facts.counts for facts in (*self.facts.values(), *inside))
        seeds = any(facts.seeds for facts in (*self.facts.values(), *inside))
        self.seeds_are_literal = not seeds and self._symbols.keys().isdisjoint(SEEDING)
        for facts in inside:
            self.named |= facts.named
        self.named |= {symbol for name in self.named & self._symbols.keys() for symbol in self._symbols[name]}
        self.callees = {name: self._defined(facts.called, definitions) for name, facts in self.facts.items()}
        for caller, callee in sorted(pointer_calls):
            if callee not in self.callees[caller]:
                self.callees[caller].append(callee)
        self.members = components(definitions, self.callees.__getitem__)
        self.component = {name: number for number, members in enumerate(self.members) for name in members}

    def symbols(self, name: str) -> tuple[str, ...]:
        """All names of what has this name, itself included."""
        return self._symbols.get(name, (name,))

    def _defined(self, called: Iterable[str], definitions: Collection[str]) -> list[str]:
        """The functions that have these names, in order."""
        defined: dict[str, None] = {}
        for name in called:
            names = (*self.symbols(name), name.removeprefix("__builtin_"))  # a builtin may become a call
            defined.update(dict.fromkeys(candidate for candidate in names if candidate in definitions))
        return list(defined)

    def bound(self, name: str, wanted: int) -> int:
        """How many recursive instances of a function to make: fewer where its component is so large that they would fill the program."""
        size = sum(self.facts[member].size for member in self.members[self.component[name]])
        return min(wanted, max(FEWEST_INSTANCES, LARGEST_UNFOLDING // max(1, size)))

    def is_recursive_call(self, caller: str, callee: str) -> bool:
        """Whether the call may lead back to the caller."""
        return caller in self.component and self.component[caller] == self.component.get(callee)


def _classes(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """For each name the names that it is connected to by these pairs, itself included."""
    members: dict[str, set[str]] = {}
    for first, second in pairs:
        joined = members.get(first, {first}) | members.get(second, {second})
        members.update(dict.fromkeys(joined, joined))
    return {name: tuple(sorted(joined)) for name, joined in members.items()}
