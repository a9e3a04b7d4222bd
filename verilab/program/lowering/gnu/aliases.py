"""Several names of one function or variable, by the symbols that the linker sees.

The symbol of a declaration is its name, unless ``asm`` or ``#pragma redefine_extname`` gives it another one; the attributes ``alias`` and
``weakref`` and ``#pragma weak a = b`` make a symbol stand for another one.  Every name without a definition means what the file defines
under its symbol, or the error function or function of the library that has it for a name.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.lowering.environment import known as known_functions
from verilab.program.lowering.facts.library_names import defines
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Symbol
from verilab.program.lowering.types.attributes import attribute, text_argument


@dataclass(slots=True)
class Linkage:
    """What the declarations of a file say about symbols.

    ``labels``: the symbol of a name, where it is not the name.  ``targets``: the symbol that a name stands for.  ``missing``: names that
    have no symbol of their own, and are null where what they stand for is not defined (``weakref``).
    """

    labels: dict[str, str] = field(default_factory=dict)
    targets: dict[str, str] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    def symbol(self, name: str) -> str:
        return self.labels.get(name, name)

    def note(self, node: c_ast.Decl) -> None:
        """Follow the attributes of a declaration."""
        label, other, reference = (attribute(node, kind) for kind in ("asm", "alias", "weakref"))
        if label is not None and (text := text_argument(label)) is not None:
            self.labels[node.name] = text
        for target in (reference, other):
            if target is not None and (text := text_argument(target)) is not None:
                self.targets[node.name] = text
        if reference is not None:
            self.missing.add(node.name)

    def follow(self, pragma: str, session: Session) -> None:
        """Follow ``weak a``, ``weak a = b`` or ``redefine_extname a b``."""
        kind, *names = re.findall(r"[A-Za-z_$][\w$]*", pragma)
        if kind == "redefine_extname" and len(names) == 2:
            self.labels.setdefault(*names)
        elif names:
            session.weak.add(names[0])
            if len(names) == 2:
                self.targets[names[0]] = names[1]

    def definition(self, session: Session, name: str) -> Symbol | None:
        """What is defined, by the file, the library or the property, under the symbol of a name that has no definition of its own."""
        names = session.file_scope.names
        aliases = {self.symbol(alias): target for alias, target in self.targets.items()}
        wanted, passed = self.targets.get(name, self.symbol(name)), set[str]()
        while wanted not in passed:
            passed.add(wanted)
            for candidate in (wanted, *(other for other, label in self.labels.items() if label == wanted)):
                symbol = names.get(candidate)
                if symbol is not None and self.symbol(candidate) == wanted and _is_defined(symbol):
                    return symbol
            wanted = aliases.get(wanted, wanted)
        declared = names.get(name)
        known = wanted in session.error_names or (known_functions.is_known(wanted) and not _is_variant(wanted, name))
        return FunctionSymbol(wanted, declared.type, None) if known and isinstance(declared, FunctionSymbol) else None


def _is_variant(symbol: str, name: str) -> bool:
    """Whether a symbol is a function of the library's own: its name, a version (``__isoc99_sscanf``), or for another type of offsets."""
    versions = rf"(?:__\w*?)?{re.escape(name)}(?:64|_time64|_finite)?"
    return symbol == name or (defines(name) and re.fullmatch(versions, symbol) is not None)


def resolve_aliases(session: Session, externals: list[Any]) -> None:
    """Let the names that stand for other symbols of the file mean these; to be called when everything is declared."""
    linkage = session.linkage = Linkage()
    for node in externals:
        if isinstance(node, c_ast.Decl) and node.name is not None and node.attributes:
            linkage.note(node)
        elif isinstance(node, c_ast.Pragma):
            linkage.follow(node.string, session)
    # Before any name is another symbol's: two may have each other's.
    bound = {name: _bound(session, linkage, name) for name in _renamed(session, linkage)}
    session.file_scope.names.update({name: symbol for name, symbol in bound.items() if symbol is not None})


def declared_in_block(session: Session, node: c_ast.Decl, symbol: Symbol) -> Symbol:
    """What a name with linkage means that a block declares, when the file is read."""
    if session.linkage is None:
        return symbol
    if node.attributes:
        session.linkage.note(node)
    bound = _bound(session, session.linkage, node.name)
    if bound is None:
        return symbol
    session.file_scope.names[node.name] = bound
    return bound


def _renamed(session: Session, linkage: Linkage) -> list[str]:
    """The names whose meaning is another one's, or may be: those that are said to, and those that another name has for a label."""
    names = {*linkage.labels, *linkage.labels.values(), *linkage.targets}
    return sorted(names & session.file_scope.names.keys())


def _bound(session: Session, linkage: Linkage, name: str) -> Symbol | None:
    symbol = session.file_scope.names.get(name)
    if not isinstance(symbol, FunctionSymbol | ObjectSymbol) or _is_defined(symbol):
        return None
    definition = linkage.definition(session, name)
    if definition is not None:
        return definition
    if name in linkage.missing:
        session.weak.add(name)
    if isinstance(symbol, ObjectSymbol):
        # Two external variables of one symbol are one.
        for other in sorted({linkage.symbol(name), *(alias for alias, label in linkage.labels.items() if label == linkage.symbol(name))}):
            same = session.file_scope.names.get(other)
            if isinstance(same, ObjectSymbol) and linkage.symbol(other) == linkage.symbol(name):
                return same
    return None


def _is_defined(symbol: Symbol) -> bool:
    match symbol:
        case FunctionSymbol(definition=definition):
            return definition is not None
        case ObjectSymbol(defined=defined):
            return defined
    return False
