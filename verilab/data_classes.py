"""``dataclass`` whose methods are compiled when a class is first used, not when its module is imported.

Of what an import of verilab costs, two fifths were the standard decorator's, which compiles five methods for each of hundreds of classes,
and a run makes instances of a few.  Here the standard decorator collects the fields, so that ``fields``, ``replace`` and ``asdict`` know
them, and the methods do what its own do: first there are short ones, which compile the others in their place when they are called.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # what checkers of types know best
else:

    def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, frozen=False, slots=False):
        """``dataclasses.dataclass``, with those of its parameters that verilab needs."""

        def made(cls):
            if order:  # as rare as these are
                return dataclasses.dataclass(cls, init=init, repr=repr, order=True, frozen=frozen, slots=slots)
            return _made(cls, init=init, has_repr=repr, eq=eq, frozen=frozen, slots=slots)

        return made if cls is None else made(cls)


_waiting: list[_Methods] = []


def compile_methods() -> None:
    """Compile what is not compiled yet, in a process whose forks would each do it anew."""
    while _waiting:
        _waiting.pop().compile()


def _made(cls: type, *, init: bool, has_repr: bool, eq: bool, frozen: bool, slots: bool) -> type:
    own = cls.__dict__
    has_hash = own.get("__hash__") is not None or ("__hash__" in own and "__eq__" not in own)
    texts = {
        **({"__init__": _init_text} if init else {}),
        **({"__eq__": _eq_text} if eq and "__eq__" not in own else {}),
        **({"__hash__": _hash_text} if eq and frozen and not has_hash else {}),
    }
    has_repr, unhashed = has_repr and "__repr__" not in own, eq and not frozen and not has_hash
    described = cls.__doc__
    cls.__doc__ = described or cls.__name__  # without one the standard decorator writes the signature into its place
    decorated: Any = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
    decorated.__doc__ = described
    if texts:
        methods = _Methods(decorated, texts, frozen)
        _waiting.append(methods)
        for name in texts:
            setattr(decorated, name, methods.standing_in(name))
    if "__init__" in texts:
        decorated.__signature__ = _Signature()
    if has_repr:
        decorated.__repr__ = _shown(tuple(field.name for field in dataclasses.fields(decorated) if field.repr))
    if unhashed:
        decorated.__hash__ = None
    if frozen:
        decorated.__setattr__, decorated.__delattr__ = _refuse_setting, _refuse_deleting
        if slots and "__getstate__" not in own:
            decorated.__getstate__, decorated.__setstate__ = _state, _set_state
    return decorated  # type: ignore[no-any-return]  # a class, of which mypy knows no attribute


class _Methods:
    """The methods of a class that are not compiled yet, each with who writes its text."""

    def __init__(self, cls: type, texts: Mapping[str, Callable[[Sequence[Field[Any]], _Scope], str]], frozen: bool) -> None:
        self._cls = cls
        self._texts = texts
        self._frozen = frozen

    def standing_in(self, name: str) -> Callable[..., Any]:
        """A method of that name which compiles all of them, and does what the compiled one does."""

        def method(self: Any, /, *given: Any, **named: Any) -> Any:
            methods.compile()
            return methods._cls.__dict__[name](self, *given, **named)

        methods = self
        method.__name__, method.__qualname__ = name, f"{self._cls.__qualname__}.{name}"
        method.compile = self.compile  # type: ignore[attr-defined]  # by which it is known as standing in
        return method

    def compile(self) -> None:
        """Put the compiled ones in their places, once."""
        if not self._texts:
            return
        cls, fields = self._cls, dataclasses.fields(self._cls)
        scope = _Scope(hasattr(cls, "__post_init__"), self._frozen)
        bodies = "\n".join(text(fields, scope) for text in self._texts.values())
        parameters, names = ", ".join(scope.values), ", ".join(self._texts)
        compiled: dict[str, Any] = {}
        # As closures of one function, so that names of fields hide none of the values; globals are the module's, for annotations.
        exec(f"def methods({parameters}):\n{bodies}\n return {names},\n", vars(sys.modules[cls.__module__]), compiled)
        for name, method in zip(self._texts, compiled["methods"](**scope.values), strict=True):
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            if name == "__init__":
                method.__annotations__ = {field.name: field.type for field in fields if field.init} | {"return": None}
            if hasattr(cls.__dict__[name], "compile"):  # else somebody has put another one there
                setattr(cls, name, method)
        self._texts = {}


class _New:
    """The default of a parameter whose value is made for each instance."""

    def __repr__(self) -> str:
        return "<factory>"


class _Scope:
    """The values that the text of methods speaks of, by their names there."""

    def __init__(self, has_post_init: bool, frozen: bool) -> None:
        self.values: dict[str, Any] = {"_set_": object.__setattr__, "_new_": _New()}
        self.has_post_init = has_post_init
        self.frozen = frozen


def _init_text(fields: Sequence[Field[Any]], scope: _Scope) -> str:
    positional, named, body = ["self"], list[str](), list[str]()
    for field in fields:
        name, default, factory = field.name, f"_default_{field.name}_", f"_factory_{field.name}_"
        parameter, value = name, name
        if field.default is not MISSING:
            scope.values[default] = field.default
            parameter = f"{name}={default}"
        elif field.default_factory is not MISSING:
            scope.values[factory] = field.default_factory
            parameter = f"{name}=_new_"
            value = f"{factory}() if {name} is _new_ else {name}" if field.init else f"{factory}()"
        if field.init:
            (named if field.kw_only else positional).append(parameter)
        elif field.default_factory is MISSING:
            continue  # whatever comes after sets it, or the class has its default, as long as it has no slots
        body.append(f"_set_(self, {name!r}, {value})" if scope.frozen else f"self.{name} = {value}")
    if scope.has_post_init:
        body.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *named] if named else [])])
    return f" def __init__({parameters}):\n" + "\n".join(f"  {line}" for line in body or ["pass"])


def _eq_text(fields: Sequence[Field[Any]], scope: _Scope) -> str:
    own, others = (_tuple(who, (field.name for field in fields if field.compare)) for who in ("self", "other"))
    return f" def __eq__(self, other):\n  return {own} == {others} if other.__class__ is self.__class__ else NotImplemented"


def _hash_text(fields: Sequence[Field[Any]], scope: _Scope) -> str:
    hashed = (field.name for field in fields if (field.compare if field.hash is None else field.hash))
    return f" def __hash__(self):\n  return hash({_tuple('self', hashed)})"


def _tuple(who: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{who}.{name},' for name in names)})"


def _shown(names: Sequence[str]) -> Callable[[Any], str]:
    """``__repr__`` with these fields."""

    @recursive_repr()
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return shown


def _refuse_setting(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: Sequence[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)  # it is frozen


class _Signature:
    """What ``inspect.signature`` asks a class for: that of its compiled ``__init__``."""

    def __get__(self, instance: object, cls: type) -> Any:
        import inspect  # by who asks

        method = _init(cls)
        if hasattr(method, "compile"):
            method.compile()
            method = _init(cls)
        signature = inspect.signature(method)
        return signature.replace(parameters=list(signature.parameters.values())[1:])


def _init(cls: Any) -> Callable[..., None]:
    method: Callable[..., None] = cls.__init__
    return method
