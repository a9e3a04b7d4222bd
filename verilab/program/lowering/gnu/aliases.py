"""Several names of one function or variable: the attributes ``alias`` and ``weakref``, and symbols named by ``asm``."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Symbol
from verilab.program.lowering.types.attributes import attribute, text_argument


def resolve_aliases(session: Session, externals: list[Any]) -> None:
    """Let the names that stand for other symbols of the file mean these; to be called when everything is declared."""
    names = session.file_scope.names
    symbols: dict[str, str] = {}  # by the linker's name
    wanted: dict[str, str] = {}
    for node in externals:
        if not isinstance(node, c_ast.Decl) or node.name is None or not node.attributes:
            continue
        name = node.name
        label, other = attribute(node, "asm"), attribute(node, "alias") or attribute(node, "weakref")
        if label is not None and (text := text_argument(label)) is not None:
            symbols[text] = name
            wanted.setdefault(name, text)
        if other is not None and (text := text_argument(other)) is not None:
            wanted[name] = text
    for text, name in symbols.items():
        if text in names and not _is_defined(names[text]):
            wanted[text] = name
    for name, text in wanted.items():
        target = names.get(symbols.get(text, text), names.get(text))
        if symbols.get(text) == name:
            target = names.get(text)
        if target is not None and target is not names[name] and not _is_defined(names[name]) and _is_defined(target):
            names[name] = target


def _is_defined(symbol: Symbol) -> bool:
    match symbol:
        case FunctionSymbol(definition=definition):
            return definition is not None
        case ObjectSymbol(defined=defined):
            return defined
    return False
