"""What is known at compile time: of the storages at a key, and how a step changes it."""

from __future__ import annotations

from verilab.analysis.value.compiled import text
from verilab.analysis.value.compiled.exits import Key
from verilab.analysis.value.compiled.translation import Status, Translator, local
from verilab.analysis.value.precision import Storage
from verilab.analysis.value.scheme import Scheme
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.control import ControlPoint
from verilab.program.expressions import Expression
from verilab.program.storages import Array


class StaticKnowledge:
    """Questions about keys under one scheme; the answers about an expression are remembered."""

    def __init__(self, scheme: Scheme, post: Post) -> None:
        self.scheme = scheme
        self.post = post
        self._footprints: dict[int, tuple[Expression, int, bool]] = {}

    def status(self, key: Key, storage: Storage) -> Status:
        bit = self.scheme.bits.get(storage, 0)
        if key.known & bit:
            return Status.KNOWN
        return Status.MAYBE if key.maybe & bit else Status.UNKNOWN

    def surely_unknown(self, key: Key, expression: Expression) -> bool:
        """A quick test that an expression is unknown at compile time: it is plain and reads something unknown."""
        footprint = self._footprints.get(id(expression))
        if footprint is None:
            read, unknown = 0, False
            for storage in self.post.reads(expression):
                bit = self.scheme.bits.get(storage, 0)
                read |= bit
                unknown |= not bit
            if not self.post.is_plain(expression):
                read, unknown = 0, False
            footprint = self._footprints[id(expression)] = expression, read, unknown
        return footprint[2] or bool(footprint[1] & ~(key.known | key.maybe))

    def sees(self, expression: Expression) -> bool:
        """Whether an expression reads anything that is tracked."""
        return any(storage in self.scheme.bits for storage in self.post.reads(expression))

    def translator(self, key: Key) -> Translator:
        return Translator(lambda storage: self.status(key, storage))

    def arrive(self, key: Key, target: ControlPoint, *, forgotten: int = 0, known: int = 0, maybe: int = 0, learned: bool = False) -> Key:
        """The key at the end of an edge that forgets some storages, then knows or may know one (by an assume where ``learned``)."""
        keep = self.scheme.keep(target.location)
        changed = forgotten | known | maybe
        forked, separators = key.forked, key.separators
        if (separators & changed and not learned) or separators & ~keep:
            # What told the forked states apart is gone.
            forked, separators = max(forked, 1), 0
        return Key(
            target,
            ((key.known & ~changed) | known) & keep,
            ((key.maybe & ~changed) | maybe) & keep,
            forked=forked,
            separators=separators,
        )

    def stored(self, key: Key, array: Array, index: text.Text, value: text.Text | None) -> tuple[str, bool]:
        """The source of an array after a store, and whether it is certainly not None."""
        status = self.status(key, array)
        before = "None" if status is Status.UNKNOWN else local(array)
        inside = index.low >= 0 and index.high < array.length
        certain = not index.guards and (status is Status.KNOWN or (inside and value is not None and not value.guards))
        item = "None" if value is None else value.nullable
        return f"store({before}, {index.nullable}, {item}, {array.length})", certain
