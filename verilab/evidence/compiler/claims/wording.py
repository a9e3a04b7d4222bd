"""The invariants of a proof, as claims in front of the loop statements of the source.

A part of an invariant that C cannot say is left out of what is asserted, which is then weaker.  Where states are to be replaced by others
that the proof allows, nothing that such a part speaks of may change, so that it holds on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import field
from functools import partial

from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Invariants, Product, Region
from verilab.data_classes import dataclass
from verilab.evidence.compiler.claims.leaps import Leaps, computed_from_addresses
from verilab.evidence.compiler.claims.places import ClaimedPlace
from verilab.evidence.witnesses.c_text import InvariantText
from verilab.formulas.terms.inspection import symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Location, Program
from verilab.program.loops import LoopStatement, NamedScalar, ScalarKind
from verilab.program.stack import with_deep_stack
from verilab.program.storages import Array, Variable

MOST_VALUES = 40
MOST_PLACES = 200
LONGEST = 40_000
"""Characters of the claim of one place."""
MOST_NODES = 3_000
"""Of a formula, what it shares counted each time: that is what its text has."""
MOST_ROWS = 400


def claimed_places(
    program: Program, invariants: Invariants, vocabulary: Callable[[str], Vocabulary], *, guarded: bool
) -> list[ClaimedPlace]:
    """The claims in front of the program's loop statements; a loop head without an invariant is claimed to be unreachable.

    ``guarded``: see ``Leaps``.  Empty for a program of several properties, whose paths end where another one is violated.
    """
    if len(program.properties) > 1:
        return []
    at: dict[Location, list[Invariant]] = {}
    for point, invariant in invariants.items():
        at.setdefault(point.location, []).append(invariant)
    loops: dict[tuple[int, int, str], list[tuple[Location, LoopStatement]]] = {}
    for location in program.locations:
        loop = location.loop
        if loop is not None and location.is_loop_head and loop.file in program.source_files:
            loops.setdefault((loop.line, loop.column, loop.keyword), []).append((location, loop))
    leaps = Leaps(program, guarded)
    addresses = computed_from_addresses(program)
    places = []
    for (line, column, keyword), heads in list(loops.items())[:MOST_PLACES]:
        place = with_deep_stack(partial(_Place(program, vocabulary, leaps, addresses).claim, heads, at))
        if place is not None:
            places.append(ClaimedPlace(line, column, keyword, *place))
    return places


@dataclass(slots=True)
class _Values:
    """The values of one place, by their texts."""

    texts: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int | None:
        if text not in self.texts and len(self.texts) >= MOST_VALUES:
            return None
        return self.texts.setdefault(text, len(self.texts))


class _Place:
    def __init__(
        self, program: Program, vocabulary: Callable[[str], Vocabulary], leaps: Leaps, addresses: AbstractSet[Variable | Array]
    ) -> None:
        self._program = program
        self._vocabulary = vocabulary
        self._leaps = leaps
        self._addresses = addresses
        self._values = _Values()

    def claim(
        self, heads: Iterable[tuple[Location, LoopStatement]], at: dict[Location, list[Invariant]]
    ) -> tuple[tuple[str, ...], str, tuple[int, ...], tuple[str, ...]] | None:
        """Values, claim, open values and guards; None where nothing is said and nothing can be replaced."""
        asserted: dict[str, None] = {}
        guards: dict[str, None] = {}
        fixed: set[str] = set()
        replaceable: list[set[str]] = []
        for location, loop in heads:
            text = _ClaimText(self._program, location, self._vocabulary, loop, self._values, self._addresses)
            for invariant in dict.fromkeys(at.get(location, [])):
                claim = text.claim(invariant)
                asserted[claim.holds] = None
                guards.update(dict.fromkeys(claim.guards))
                fixed |= claim.fixed
            replaceable.append(self._leaps.replaceable(location, loop))
        open_texts = sorted(set.intersection(*replaceable) - fixed) if asserted else []
        opened = [number for text in open_texts if (number := self._values.number(text)) is not None]
        holds = _some(asserted)
        if sum(map(len, guards)) > LONGEST or len(holds) > LONGEST:
            return None
        if holds == "1" and not opened:
            return None
        return tuple(self._values.texts), holds, tuple(opened), tuple(guard for guard in guards if guard != "1")


@dataclass(frozen=True, slots=True)
class _Claim:
    """``fixed``: the texts of what may not change."""

    holds: str
    guards: tuple[str, ...] = ()
    fixed: frozenset[str] = frozenset()


class _ClaimText(InvariantText):
    """Invariants over ``v[...]``."""

    def __init__(
        self,
        program: Program,
        location: Location,
        vocabulary: Callable[[str], Vocabulary],
        loop: LoopStatement,
        values: _Values,
        addresses: AbstractSet[Variable | Array],
    ) -> None:
        super().__init__(program, location.function, vocabulary)
        self._vocabularies = vocabulary
        self._loop = loop
        self._values = values
        self._addresses = addresses

    # -- claims -------------------------------------------------------------------------------------------------------------------

    def claim(self, invariant: Invariant) -> _Claim:
        match invariant:
            case Region(formula=formula, encoding=encoding):
                return self._of_formula(formula, self._vocabularies(encoding))
            case Assignments():
                return self._of_rows(invariant)
            case Product(parts=parts):
                mentioned = [self._mentioned(region.formula, self._vocabularies(region.encoding)) for region, _ in parts]
                fixed = frozenset(text for texts in mentioned for text in texts)
                fixed |= frozenset(text for _, rows in parts for text in self._texts(rows))
                if sum(_size(region.formula) for region, _ in parts) > MOST_NODES or sum(len(rows.rows) for _, rows in parts) > MOST_ROWS:
                    return _Claim("1", fixed=fixed)
                return _Claim(self.invariant(invariant) or "1", fixed=fixed)

    def _of_formula(self, formula: FNode, vocabulary: Vocabulary) -> _Claim:
        if _size(formula) > MOST_NODES:
            return _Claim("1", fixed=self._mentioned(formula, vocabulary))
        guards: list[str] = []
        asserted: list[str] = []
        fixed: frozenset[str] = frozenset()
        for conjunct in _conjuncts(formula):
            exact = self.formula(conjunct, vocabulary, False)
            if exact is not None:
                guards.append(exact)
                asserted.append(exact)
                continue
            fixed |= self._mentioned(conjunct, vocabulary)
            weaker = self.formula(conjunct, vocabulary, True)
            if weaker is not None:
                asserted.append(weaker)
        holds = " && ".join(f"({text})" for text in asserted) or "1"
        return _Claim(holds, (" && ".join(f"({text})" for text in guards) or "1",), fixed)

    def _of_rows(self, claim: Assignments) -> _Claim:
        """Some row holds: one guard for the rows that agree in what C cannot say, which does not change."""
        tracked = self._texts(claim)
        if len(claim.rows) > MOST_ROWS:
            return _Claim("1", fixed=tracked)
        rows: dict[tuple[tuple[int | None, ...], str], None] = {}
        unsaid: set[str] = set()
        for row in claim.rows:
            texts = []
            rest: list[int | None] = []
            for (storage, index), value in zip(claim.elements, row, strict=True):
                text = None if value is None else self.equality(storage, index, value)
                if text is not None:
                    texts.append(text)
                if value is not None and text is None:
                    unsaid.update(self._texts_of(storage, index))
                    rest.append(value)
                else:
                    rest.append(None)
            rows[tuple(rest), " && ".join(texts) or "1"] = None
        alike: dict[tuple[int | None, ...], list[str]] = {}
        for rest_of_row, said in rows:
            alike.setdefault(rest_of_row, []).append(said)
        guards = dict.fromkeys(_some(said) for said in alike.values())
        return _Claim(_some([said for _, said in rows]), tuple(guards), frozenset(unsaid))

    def _texts(self, claim: Assignments) -> frozenset[str]:
        return frozenset(text for storage, index in claim.elements for text in self._texts_of(storage, index))

    def _mentioned(self, formula: FNode, vocabulary: Vocabulary) -> frozenset[str]:
        elements = (vocabulary.element(symbol) for symbol in symbols(formula))
        return frozenset(text for element in elements if element is not None for text in self._texts_of(*element))

    def _texts_of(self, storage: Variable | Array, index: int) -> list[str]:
        named = self._loop.names.get(storage)
        return [] if named is None else [named.element(index)]

    # -- elements -----------------------------------------------------------------------------------------------------------------

    def name(self, storage: Variable | Array, index: int) -> str | None:
        """Only what is an integer in C, and was not computed from an address."""
        named = None if storage in self._addresses else self._loop.names.get(storage)
        return self._value(named, index) if named is not None and named.kind is ScalarKind.INTEGER else None

    def _value(self, named: NamedScalar, index: int) -> str | None:
        number = self._values.number(named.element(index))
        return None if number is None else f"v[{number}]"

    def equality(self, storage: Variable | Array, index: int, value: int) -> str | None:
        """Addresses are not those of the model, but for the null pointer's; a number of floating point has one pattern, NaN has many."""
        named = self._loop.names.get(storage)
        if storage in self._addresses and (named is None or named.kind is not ScalarKind.POINTER or value):
            return None
        text = None if named is None else self._value(named, index)
        if named is None or text is None:
            return None
        if named.kind is ScalarKind.POINTER and value:
            return None
        if named.kind is ScalarKind.FLOATING and _is_no_number(value, storage.type.width):
            return None
        return f"{text} == {_signed(value)}"


def _some(texts: Iterable[str]) -> str:
    known = dict.fromkeys(texts)
    if len(known) < 2:
        return next(iter(known), "0")
    return "1" if "1" in known else " || ".join(f"({text})" for text in known)


def _conjuncts(formula: FNode) -> list[FNode]:
    parts: list[FNode] = []
    pending = [formula]
    while pending:
        node = pending.pop()
        if node.is_and():
            pending += reversed(node.args())
        else:
            parts.append(node)
    return parts


def _size(formula: FNode) -> int:
    """The nodes of the formula as a tree."""
    sizes: dict[FNode, int] = {}
    pending = [formula]
    while pending:
        node = pending[-1]
        rest = [argument for argument in node.args() if argument not in sizes]
        if rest:
            pending += rest
        else:
            pending.pop()
            sizes[node] = 1 + sum(sizes[argument] for argument in node.args())
    return sizes[formula]


def _signed(value: int) -> str:
    """The constant of type long long whose value is this one modulo 2^64."""
    return f"(long long)0x{value & (1 << 64) - 1:x}ULL" if value < 0 or value > 0x7FFFFFFF else str(value)


def _is_no_number(pattern: int, width: int) -> bool:
    """Whether a pattern of IEEE 754 is one of NaN's."""
    exponent, fraction = {32: (8, 23), 64: (11, 52)}.get(width, (1, 0))
    return pattern >> fraction & (1 << exponent) - 1 == (1 << exponent) - 1 and pattern & (1 << fraction) - 1 != 0
