"""What a call of the C library's functions, or of the compiler's, may read and write, by how it is declared.

What a parameter that points to something constant leads to is read, what any other leads to is read and written; a function that is
given as an argument is called.  Files (``FILE``) are nobody's places.  ``errno``, the state of an argument list and the library's own
state (what ``strtok`` goes on with, which functions ``signal`` and ``atexit`` keep) are places of their own.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pycparser import c_ast

from verilab.program.syntax.tree.nodes import nodes_of

ERRNO = "errno"
ARGUMENT_LIST = "<argument list>"
_STATE = "<library>"
OWN_PLACES = frozenset((ERRNO, ARGUMENT_LIST))
"""Places that no pointer of the program leads to, unless it takes the address of ``errno``."""

_ARGUMENT_LISTS = re.compile(r"(__builtin_)?(c23_)?va_(start|arg|copy|end)")
_WRITERS = re.compile(r"__sync_|__atomic_|__builtin_\w+_overflow$|__builtin_(__)?_?(mem|st[rp]|s?n?printf|vs|frexp|modf)")
_READERS = re.compile(r"(raw)?(w?mem|str|wcs)\w*(chr|chrnul|cmp|mem|str|len|spn|pbrk|coll)|r?index|bcmp|ato(i|ll?|f)|(is|to)w?[a-z]+")
_RAISING = frozenset(("raise", "gsignal", "kill", "abort", "pthread_kill", "exit", "quick_exit"))
_KEEPING_STATE = re.compile(r"(bsd_|sysv_)?signal|sigset|sigaction|on_exit|at(_quick_)?exit|strtok|srand(om)?|rand(om)?|setlocale|fe[a-z]+")
_FILES = frozenset(("FILE", "__FILE", "_IO_FILE", "DIR"))
_LISTS = frozenset(("va_list", "__builtin_va_list", "__gnuc_va_list"))


class Parameter(NamedTuple):
    """What a function may do by a parameter."""

    reads: bool = False
    writes: bool = False
    calls: bool = False


_NOTHING = Parameter()
_READ = Parameter(reads=True)
_WRITTEN = Parameter(reads=True, writes=True)
_CALLED = Parameter(calls=True)


class Declarations:
    """The parameters of the functions that a file declares without defining them."""

    def __init__(self, root: c_ast.FileAST) -> None:
        self._types = {node.name: node.type for node in root.ext if isinstance(node, c_ast.Typedef)}
        self._functions: dict[str, Any] = {}
        for node in nodes_of(root):
            if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl) and node.name is not None:
                self._functions[node.name] = node.type

    def parameter(self, name: str, index: int) -> Parameter:
        """What a function of the library may do by an argument, of which nothing else is known."""
        if _ARGUMENT_LISTS.fullmatch(name):
            return _NOTHING
        plain = name.removeprefix("__builtin_").removeprefix("__").removesuffix("_chk")
        declared = self._functions.get(name) or self._functions.get(plain)
        if declared is None:
            if _READERS.fullmatch(plain):
                return _READ
            return _NOTHING if name.startswith("_") and not _WRITERS.match(name) else _WRITTEN
        if declared.args is None:
            return _WRITTEN
        parameters = declared.args.params
        if index < len(parameters) and not isinstance(parameters[index], c_ast.EllipsisParam):
            return self._by_type(parameters[index])
        return _WRITTEN if "scanf" in name else _READ

    def _by_type(self, node: Any) -> Parameter:
        match node:
            case c_ast.Decl(type=inner) | c_ast.Typename(type=inner) | c_ast.TypeDecl(type=inner) | c_ast.AttributedType(type=inner):
                return self._by_type(inner)
            case c_ast.IdentifierType(names=[name]):
                if name in _LISTS:
                    return _NOTHING
                return self._by_type(self._types[name]) if name in self._types else _NOTHING
            case c_ast.FuncDecl():
                return _CALLED
            case c_ast.PtrDecl(type=target) | c_ast.ArrayDecl(type=target):
                return self._by_target(target)
            case c_ast.Struct() | c_ast.Union():
                return _WRITTEN
        return _NOTHING

    def _by_target(self, node: Any, constant: bool = False) -> Parameter:
        match node:
            case c_ast.FuncDecl():
                return _CALLED
            case c_ast.TypeDecl(quals=qualifiers, type=inner):
                return self._by_target(inner, constant or "const" in (qualifiers or ()))
            case c_ast.Struct(name=name) if name in _FILES:
                return _NOTHING
            case c_ast.IdentifierType(names=[name]):
                if name in _FILES or name in _LISTS:
                    return _NOTHING
                if name in self._types:
                    return self._by_target(self._types[name].type, constant)
        return _READ if constant else _WRITTEN


_UNCHANGING = frozenset(("fegetround", "fetestexcept"))


def own_places(name: str) -> frozenset[str]:
    """What a function of the library changes that is no object of the program's, but for ``errno``."""
    if _ARGUMENT_LISTS.fullmatch(name):
        return frozenset((ARGUMENT_LIST,))
    return frozenset((_STATE,)) if _KEEPING_STATE.fullmatch(name) else frozenset()


def only_reads(name: str) -> bool:
    """Whether a function leaves what it reads of that state as it is."""
    return name in _UNCHANGING


def raises(name: str) -> bool:
    """Whether a function may call what was given to others."""
    return name in _RAISING


def is_errno(node: Any) -> bool:
    """Whether an expression is what the macro ``errno`` stands for."""
    return isinstance(node, c_ast.UnaryOp) and node.op == "*" and _is_location(node.expr)


def takes_address_of_errno(root: c_ast.FileAST) -> bool:
    """Whether a file uses the address of ``errno`` otherwise than by the macro."""
    nodes = list(nodes_of(root))
    taken = any(isinstance(node, c_ast.UnaryOp) and node.op == "&" and _names_errno(node.expr) for node in nodes)
    return taken or sum(map(_is_location, nodes)) > sum(map(is_errno, nodes))


def _names_errno(node: Any) -> bool:
    return is_errno(node) or (isinstance(node, c_ast.ID) and node.name == ERRNO)


def _is_location(node: Any) -> bool:
    return isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name == "__errno_location"
