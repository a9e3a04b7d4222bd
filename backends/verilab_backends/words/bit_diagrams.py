"""Small binary decision diagrams over the bits of words, and what sets of words and relations of two words they describe.

A diagram is a number: 0 is false, 1 is true, others are nodes (level, low, high).  The bits of all words are ordered by significance,
the most significant first, those of equal significance next to each other: comparisons of two words have as many nodes as bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

FALSE, TRUE = 0, 1
NODES = 50_000
"""How many nodes may be made before ``TooLarge`` is raised."""
_END = 1 << 30  # the level of the constants


class TooLarge(Exception):
    """A formula is no comparison of words: its diagram has too many nodes."""


class Diagrams:
    """A table of shared nodes."""

    def __init__(self) -> None:
        self._nodes: list[tuple[int, int, int]] = [(_END, 0, 0), (_END, 1, 1)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._known: dict[tuple[int, int, int], int] = {}

    def node(self, level: int, low: int, high: int) -> int:
        """The diagram that is ``high`` where the variable of the level is true, else ``low``; both speak of greater levels."""
        if low == high:
            return low
        key = (level, low, high)
        number = self._numbers.get(key)
        if number is None:
            if len(self._nodes) > NODES:
                raise TooLarge
            number = self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return number

    def variable(self, level: int) -> int:
        return self.node(level, FALSE, TRUE)

    def level(self, diagram: int) -> int:
        """The level of the topmost variable; greater than all levels for constants."""
        return self._nodes[diagram][0]

    def parts(self, diagram: int, level: int) -> tuple[int, int]:
        """The diagram where the variable of the level is false, and where it is true; the level is not below the topmost one."""
        top, low, high = self._nodes[diagram]
        return (low, high) if top == level else (diagram, diagram)

    # Recursion is as deep as there are levels: the bits of the words of one formula.
    def choice(self, condition: int, then: int, otherwise: int) -> int:
        """condition ? then : otherwise"""
        if condition == TRUE or then == otherwise:
            return then
        if condition == FALSE:
            return otherwise
        if (then, otherwise) == (TRUE, FALSE):
            return condition
        key = (condition, then, otherwise)
        chosen = self._known.get(key)
        if chosen is None:
            level = min(self.level(diagram) for diagram in key)
            lows, highs = zip(*(self.parts(diagram, level) for diagram in key), strict=True)
            chosen = self._known[key] = self.node(level, self.choice(*lows), self.choice(*highs))
        return chosen

    def negation(self, diagram: int) -> int:
        return self.choice(diagram, FALSE, TRUE)

    def both(self, left: int, right: int) -> int:
        return self.choice(left, right, FALSE)

    def either(self, left: int, right: int) -> int:
        return self.choice(left, TRUE, right)

    def same(self, left: int, right: int) -> int:
        return self.choice(left, right, self.negation(right))

    def exists(self, diagram: int, levels: Collection[int]) -> int:
        """The diagram without some of its variables, each of which may have either value."""
        known: dict[int, int] = {FALSE: FALSE, TRUE: TRUE}

        def walk(current: int) -> int:
            if current not in known:
                level, low, high = self._nodes[current]
                first, second = walk(low), walk(high)
                known[current] = self.either(first, second) if level in levels else self.node(level, first, second)
            return known[current]

        return walk(diagram)

    def support(self, diagram: int) -> set[int]:
        """The levels of all variables that the diagram depends on."""
        seen = {FALSE, TRUE}
        stack, levels = [diagram], set()
        while stack:
            current = stack.pop()
            if current not in seen:
                seen.add(current)
                level, low, high = self._nodes[current]
                levels.add(level)
                stack += [low, high]
        return levels

    def model(self, diagram: int) -> dict[int, bool]:
        """Values of some variables for which a diagram that is not false is true."""
        values = {}
        while diagram != TRUE:
            level, low, high = self._nodes[diagram]
            values[level] = low == FALSE
            diagram = high if low == FALSE else low
        return values

    def less(self, left: Sequence[int], right: Sequence[int], *, signed: bool = False) -> int:
        """left < right, of words given by the diagrams of their bits, the least significant first."""
        result = FALSE
        for index, (a, b) in enumerate(zip(left, right, strict=True)):
            if signed and index == len(left) - 1:
                a, b = b, a
            result = self.choice(a, self.both(b, result), self.either(b, result))
        return result

    def equal(self, left: Sequence[int], right: Sequence[int]) -> int:
        result = TRUE
        for a, b in zip(left, right, strict=True):
            result = self.both(self.same(a, b), result)
        return result

    # F[c]: the bits so far agree with right = left + constant, and the carry is c
    def shifted(self, left: Sequence[int], right: Sequence[int], constant: int) -> int:
        """right = left + constant, modulo 2^width."""
        states = {False: TRUE, True: FALSE}
        for index, (a, b) in enumerate(zip(left, right, strict=True)):
            digit = constant >> index & 1
            following = {False: FALSE, True: FALSE}
            for carry, state in states.items():
                for bit, holds in ((0, self.negation(a)), (1, a)):
                    total = bit + digit + carry
                    agrees = b if total & 1 else self.negation(b)
                    following[total > 1] = self.either(following[total > 1], self.both(self.both(holds, agrees), state))
            states = following
        return self.either(states[False], states[True])

    def intervals(self, diagram: int, levels: Sequence[int], most: int) -> list[tuple[int, int]] | None:
        """The words in a set as maximal intervals, in order; None where they are more than ``most``.

        ``levels``: those of the word's bits, the most significant first; the diagram has no other variable.
        """
        known: dict[tuple[int, int], list[tuple[int, int]] | None] = {}

        def walk(current: int, position: int) -> list[tuple[int, int]] | None:
            if current == FALSE:
                return []
            width = len(levels) - position
            if current == TRUE:
                return [(0, (1 << width) - 1)]
            key = (current, position)
            if key not in known:
                low, high = self.parts(current, levels[position])
                known[key] = _joined(walk(low, position + 1), walk(high, position + 1), 1 << (width - 1), most)
            return known[key]

        ranges = walk(diagram, 0)
        return ranges if ranges is not None and len(ranges) <= most else None


def _joined(low: list[tuple[int, int]] | None, high: list[tuple[int, int]] | None, middle: int, most: int) -> list[tuple[int, int]] | None:
    """The intervals below ``middle``, and those of the upper half, counted from there."""
    if low is None or high is None:
        return None
    upper = [(first + middle, last + middle) for first, last in high]
    if low and upper and low[-1][1] + 1 == upper[0][0]:
        upper[0] = (low[-1][0], upper[0][1])
        low = low[:-1]
    result = low + upper
    return result if len(result) <= most + 2 else None  # the first and the last one may still grow together with others


def runs(numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """Maximal runs (first, last) of consecutive numbers, in order."""
    start = previous = None
    for number in sorted(numbers):
        if previous is not None and number == previous + 1:
            previous = number
            continue
        if start is not None and previous is not None:
            yield start, previous
        start = previous = number
    if start is not None and previous is not None:
        yield start, previous
