"""Objects that a script, a notebook cell or a test defines, under names that configurations, rows and tables can have.

A score, an operator or a backend that is an object has the name ``Name@fingerprint``: its own, and a digest of its source and its state.
The same source with the same state has the same name in every process; who has the object under it are the process that defined it and
the ones that are forked from it.  Others need one that can be imported: ``import:package.module.Name`` for operators and scores, an entry
point for backends.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import count
from threading import Lock
from types import CellType, CodeType, FunctionType, MethodType
from typing import cast

from verilab.errors import Refused

IMPORT = "import"
"""The name whose parameter is ``module.Name``: an object that can be imported."""

_DIGITS = 8
_MARK = "@"
_OURS = ("verilab", "verilab_backends", "verilab_strategies")
_NAMED = re.compile(rf"(?<!{IMPORT}:)(?<![\w.+/-])[\w.+-]+{_MARK}[0-9a-f]{{{_DIGITS}}}(?:\+\d+)?")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DEPTH, _MOST = 12, 1_000
"""How far the state of a state is looked into, and at how many objects."""


class Undefined(Refused):
    """A name of an object that this process does not have."""


class Definitions:
    """The objects of a process by their kinds and names; ``version`` counts them, so that who forked knows whether there are new ones."""

    def __init__(self) -> None:
        self._objects: dict[tuple[str, str], object] = {}
        self._lock = Lock()

    @property
    def version(self) -> int:
        return len(self._objects)

    def define(self, kind: str, thing: object, name: str = "", *, source: object = None) -> str:
        """The name under which ``find`` gives this object from now on; ``name`` is used in place of its own.

        ``source``: what the fingerprint is of, for an object whose state changes while it is used.
        """
        own = re.sub(r"[^\w.+-]+", "-", name or name_of(thing)).strip("-") or "object"
        first = key = f"{own}{_MARK}{fingerprint(thing if source is None else source)}"
        with self._lock:
            # The same to look at, and another object: what their states are cannot be told, or is not the same.
            others = count(2)
            while self._objects.setdefault((kind, key), thing) is not thing and not _same(self._objects[kind, key], thing):
                key = f"{first}+{next(others)}"
        return key

    def find(self, kind: str, name: str) -> object:
        """The object of that name; Undefined where this process does not have it."""
        try:
            return self._objects[kind, name]
        except KeyError:
            raise Undefined(
                f"{kind} {name!r} is an object of the process that defined it, and of those forked from it; where processes are started "
                "afresh, as by Dask or a later command, it has to be one that can be imported"
            ) from None


DEFINITIONS = Definitions()
"""Those of this process: as with classes and modules, there is one table of them."""


def is_defined(name: str) -> bool:
    """Whether a name is that of an object, not of what verilab or an installed package has."""
    return _MARK in name


def objects_named(text: str) -> list[str]:
    """The names of objects in the text of a strategy or an interpolation, without those that can be imported."""
    return _NAMED.findall(text)


def imported(reference: str) -> tuple[str, object]:
    """What ``module.Name`` or ``module.Name@fingerprint`` names, with its canonical reference, which has the fingerprint.

    A class is called without arguments.  Undefined where it cannot be imported, or its source is not that of the fingerprint.
    """
    path, _, expected = reference.partition(_MARK)
    module, _, name = path.rpartition(".")
    try:
        definition = getattr(import_module(module), name) if module else None
    except (ImportError, AttributeError) as error:
        raise Undefined(f"{IMPORT}:{path}: {error}; its folder must be on the search path (PYTHONPATH)") from error
    if definition is None:
        raise Undefined(f"{IMPORT}:{path}: give it as {IMPORT}:MODULE.NAME")
    instance = definition() if isinstance(definition, type) else definition
    digest = fingerprint(instance)
    if expected not in ("", digest):
        raise Undefined(f"{IMPORT}:{path}: its source is another one: {digest}, not {expected}")
    return f"{IMPORT}:{path}{_MARK}{digest}", instance


def name_of(thing: object) -> str:
    """What people call an object: its own name or that of its class."""
    name = thing.__name__ if isinstance(thing, (type, FunctionType, MethodType)) else type(thing).__name__
    return "lambda" if name == "<lambda>" else name


def fingerprint(thing: object) -> str:
    """A digest of the source of an object's class or function, and of its state: eight hexadecimal digits."""
    return hashlib.sha256(_Description().of(thing, _DEPTH).encode()).hexdigest()[:_DIGITS]


def _same(one: object, other: object) -> bool:
    """Whether two objects are known to be interchangeable: all of their state can be told, and is the same."""
    first, second = _Description(), _Description()
    return first.of(one, _DEPTH) == second.of(other, _DEPTH) and first.is_whole and second.is_whole


class _Description:
    """What objects are, as text that is the same in every process; ``is_whole``: there is nothing more to be said of them."""

    def __init__(self) -> None:
        self.is_whole = True
        self._left = _MOST

    def of(self, thing: object, depth: int) -> str:
        """The text of an object, whose state is followed so deep."""
        if thing is None or isinstance(thing, (bool, int, float, complex, str, bytes)):
            return repr(thing)
        self._left -= 1
        if depth <= 0 or self._left < 0:
            return self._partly(type(thing).__qualname__)

        def inner(value: object) -> str:
            return self.of(value, depth - 1)

        match thing:
            case tuple() | list():
                return f"{type(thing).__name__}({', '.join(map(inner, thing))})"
            case set() | frozenset():
                return f"{type(thing).__name__}({', '.join(sorted(map(inner, thing)))})"
            case Mapping():
                return f"{{{', '.join(sorted(f'{inner(key)}: {inner(value)}' for key, value in thing.items()))}}}"
            case type():
                return _class_source(thing)
            case MethodType():
                return f"{inner(thing.__func__)} of {inner(thing.__self__)}"
            case FunctionType():
                cells = [cell.cell_contents for cell in thing.__closure__ or () if _is_filled(cell)]
                return f"{_function_source(thing)} {inner(thing.__defaults__)} {inner(cells)}"
        state, kind = _state(thing), cast(type, type(thing))
        if state or kind.__module__ not in sys.stdlib_module_names:
            return f"{_class_source(kind)} {inner(state)}"
        return self._partly(_ADDRESS.sub("", repr(thing)))

    def _partly(self, text: str) -> str:
        self.is_whole = False
        return text


def _state(thing: object) -> dict[str, object]:
    slots = [name for kind in type(thing).__mro__ for name in _slots(kind)]
    held = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    return held | (vars(thing) if hasattr(thing, "__dict__") else {})


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def _is_filled(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # an empty one raises
    except ValueError:
        return False
    return True


@cache
def _class_source(kind: type) -> str:
    """The source of a class and of those that it is derived from, up to the ones of libraries."""
    return "\n".join(_own_source(base) for base in kind.__mro__ if base is not object)


def _own_source(kind: type) -> str:
    package = kind.__module__.partition(".")[0]
    if package in _OURS or package in sys.stdlib_module_names:
        return f"{kind.__module__}.{kind.__qualname__}"
    try:
        return inspect.getsource(kind)
    except (OSError, TypeError):  # of a notebook's cell, of text that was executed
        members = [member.__func__ if isinstance(member, (staticmethod, classmethod)) else member for member in vars(kind).values()]
        values = {name: repr(value) for name, value in vars(kind).items() if isinstance(value, (int, float, str)) and name != "__doc__"}
        return f"{kind.__qualname__} {sorted(values.items())}" + "".join(
            _function_source(member) for member in members if isinstance(member, FunctionType)
        )


def _function_source(function: FunctionType) -> str:
    return _code_source(function.__code__)


@cache
def _code_source(code: CodeType) -> str:
    try:
        source = inspect.getsource(code)
    except (OSError, TypeError):
        source = ""
    # Several lambdas may stand in one line, and text that was executed has no source.
    return source if source and code.co_name != "<lambda>" else source + _code(code)


def _code(code: CodeType) -> str:
    constants = [_code(constant) if isinstance(constant, CodeType) else repr(constant) for constant in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {constants}"
