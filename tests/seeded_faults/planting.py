"""Planting: a module is compiled from its text with the fault when it is first imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Protocol

from tests.seeded_faults.fault import FaultError


class Planted(Protocol):
    """What can be planted: another text of one module."""

    @property
    def name(self) -> str: ...

    @property
    def module(self) -> str: ...

    def rewritten(self, source: str) -> str: ...


class _Loader(SourceFileLoader):
    """Compiles the rewritten text; never from, never into a cache."""

    def __init__(self, fault: Planted, name: str, path: str) -> None:
        super().__init__(name, path)
        self._fault = fault

    def get_code(self, fullname: str) -> CodeType:
        text = self._fault.rewritten(self.get_data(self.path).decode())
        return compile(text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, fault: Planted) -> None:
        self._fault = fault

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self._fault.module:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            raise FaultError(f"fault '{self._fault.name}': there is no module {fullname}")
        spec.loader = _Loader(self._fault, fullname, spec.origin)
        return spec


def plant(fault: Planted) -> None:
    """Let this process import the fault's module with the fault; FaultError where that is too late."""
    if any(name.partition(".")[0] in ("verilab", "verilab_strategies") for name in sys.modules):
        raise FaultError("a fault can only be planted before anything of verilab is imported")
    sys.meta_path.insert(0, _Finder(fault))


def check_planted(fault: Planted) -> None:
    """FaultError where the module was not imported with the fault."""
    loaded = sys.modules.get(fault.module)
    if loaded is None or not isinstance(loaded.__loader__, _Loader):
        raise FaultError(f"fault '{fault.name}': {fault.module} is not in use")
