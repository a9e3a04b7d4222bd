"""Names of variables here and in CPAchecker, and the digest that says of which automaton node numbers are.

    here            there                  what
    f::x            f::x                   a variable of a function
    f::x$2          f::x__1                the second one of that name in f, in another block
    f::$result      f::__retval__          what f returns
    f::n            static__f__n           static, of a function
    g               g                      global
    f::s.a          (f::s with an offset)  a field: no name there
    f#1::x          (f::x)                 of a recursive instance: one there

What has no name there is written as it is called here.  A variable that has such a name in the program itself comes before the rule.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from verilab.program.cfa import Call, Function, Location, Program
from verilab.program.storages import Array, Variable

RESULT, FOREIGN_RESULT = "$result", "__retval__"
_SECOND = re.compile(r"(.+)\$([0-9]+)\Z")
_OFFSET = re.compile(r"(.+)/([0-9]+)\Z")
_INDEX = re.compile(r"(.+?)(\[[0-9]+\])\Z")

Storage = Variable | Array


def digest(program: Program) -> str:
    """Of the automaton: equal where nodes of the same number are the same places."""
    hashed = hashlib.sha256()
    for edge in program.edges:
        hashed.update(f"{edge.source!r} {edge.target!r} {edge.text}\n".encode("utf-8", "surrogatepass"))
    return hashed.hexdigest()[:16]


class Names:
    """Both names of the storages of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._storages = {storage.name: storage for storage in program.storages}

    def function_of(self, location: Location) -> str:
        """The function of a location as the source has it: that of all its recursive instances; main of where globals are initialised."""
        name = self._main if location.function is self._program.entry else location.function.name
        return name.partition("#")[0]

    @cached_property
    def _main(self) -> str:
        """The function that runs first in the source."""
        edges = (edge for location in self._program.entry.locations for edge in location.leaving)
        return next((edge.operation.callee.name for edge in edges if isinstance(edge.operation, Call)), self._program.entry.name)

    @cached_property
    def functions(self) -> Mapping[str, Sequence[Function]]:
        """What a function of the source is here: its recursive instances; of main also what initialises the globals."""
        by_name: dict[str, list[Function]] = {}
        for function in self._program.functions.values():
            if function.locations:
                by_name.setdefault(self.function_of(function.locations[0]), []).append(function)
        return by_name

    def written(self, storage: Storage) -> str:
        """What a storage is called there, or here where it has no name there."""
        name = self._foreign(storage)
        return storage.name if name != storage.name and name in self._storages else name

    def _foreign(self, storage: Storage) -> str:
        function, separator, local = storage.name.partition("::")
        if not separator:
            return storage.name
        if local == RESULT:
            return f"{function}::{FOREIGN_RESULT}"
        if second := _SECOND.match(local):
            local = f"{second.group(1)}__{int(second.group(2)) - 1}"
        if storage.function is None:
            return f"static__{function}__{local}"
        return f"{function}::{local}"

    @cached_property
    def _by_foreign(self) -> dict[str, Storage]:
        return {self._foreign(storage): storage for storage in self._program.storages}

    def storage(self, name: str) -> Storage | None:
        """The storage that is called so there, or here."""
        return self._storages.get(name) or self._by_foreign.get(name)

    def element(self, name: str) -> tuple[Storage, str] | None:
        """The storage, and the index behind its name ("" or ``[3]``), of the symbol that is called so."""
        whole = self.storage(name)
        if whole is not None:
            return whole, ""
        indexed = _INDEX.match(name)
        storage = self.storage(indexed.group(1)) if indexed else None
        return None if storage is None or indexed is None else (storage, indexed.group(2))

    def tracked(self, name: str) -> Sequence[Storage]:
        """The storages that an entry of a variable-tracking precision means; none where the program has none.

        Of a structure all fields: their offsets are not known here.  Of a recursive function all instances.
        """
        plain = match.group(1) if (match := _OFFSET.match(name)) else name
        storage = self.storage(plain)
        meant = [storage] if storage is not None else [part for part in self._program.storages if part.name.startswith(f"{plain}.")]
        function, separator, local = plain.partition("::")
        if separator and "#" not in function:
            others = (self.storage(f"{instance.name}::{local}") for instance in self.functions.get(function, ()) if "#" in instance.name)
            meant += [other for other in others if other is not None]
        return meant
