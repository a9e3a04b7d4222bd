"""Propositional formulas as signed integers, for interpolants under construction.

``1`` is true, ``-1`` false, ``-f`` the negation of ``f``.  Every other positive number is an atom or a conjunction; a disjunction is the
negation of a conjunction of negations.  Conjunctions of the same parts have the same number.
"""

from __future__ import annotations

from collections.abc import Iterable

TRUE = 1
FALSE = -1


class Propositions:
    """One table of formulas."""

    def __init__(self) -> None:
        self._last = 1
        self._numbers: dict[tuple[int, ...], int] = {}
        self._arguments: dict[int, tuple[int, ...]] = {}

    def atom(self) -> int:
        """A new atom."""
        self._last += 1
        return self._last

    def forget(self) -> None:
        """Drop all conjunctions; atoms stay."""
        self._numbers.clear()
        self._arguments.clear()

    def arguments(self, formula: int) -> tuple[int, ...] | None:
        """What the conjunction ``formula`` > 0 consists of, sorted; None for an atom."""
        return self._arguments.get(formula)

    def both(self, one: int, other: int) -> int:
        """The conjunction of two formulas."""
        if one == other or other == TRUE:
            return one
        if one == TRUE:
            return other
        if one == FALSE or other == FALSE or one == -other:
            return FALSE
        key = (one, other) if one < other else (other, one)
        number = self._numbers.get(key)
        if number is None:
            self._last = number = self._numbers[key] = self._last + 1
            self._arguments[number] = key
        return number

    def either(self, one: int, other: int) -> int:
        """The disjunction of two formulas."""
        return -self.both(-one, -other)

    def disjunction(self, formulas: Iterable[int]) -> int:
        return -self.conjunction([-formula for formula in formulas])

    # x and x = x;   x and not x = false
    def conjunction(self, formulas: Iterable[int]) -> int:
        """Cheap: only what one look at the arguments tells."""
        parts = set(formulas)
        parts.discard(TRUE)
        for part in parts:
            if -part in parts or part == FALSE:
                return FALSE
        return self._number(parts)

    def simplified(self, roots: Iterable[int]) -> list[int]:
        """Equivalent formulas without what their parts make superfluous; only what the roots contain is visited."""
        arguments = self._arguments
        done: dict[int, int] = {}
        result = []
        for root in roots:
            stack = [abs(root)]
            while stack:
                formula = stack[-1]
                inner = arguments.get(formula)
                if formula in done:
                    stack.pop()
                    continue
                missing = [abs(part) for part in inner or () if abs(part) not in done]
                if missing:
                    stack.extend(missing)
                    continue
                stack.pop()
                parts = [done[part] if part > 0 else -done[-part] for part in inner or ()]
                done[formula] = formula if inner is None else self._flat(parts)
            result.append(done[root] if root > 0 else -done[-root])
        return result

    # x and (x or y) = x;   x and (not x or y) = x and y;   nested conjunctions are flat
    def _flat(self, formulas: list[int]) -> int:
        arguments = self._arguments
        parts: set[int] = set()
        pending = formulas
        while pending:
            for formula in pending:
                if formula == FALSE:
                    return FALSE
                inner = arguments.get(formula)
                if inner is None:
                    parts.add(formula)
                else:
                    parts.update(inner)
            parts.discard(TRUE)
            pending = []
            for part in parts:
                if part < 0 and -part in parts:
                    return FALSE
            for part in [part for part in parts if part < 0 and -part in arguments]:
                rest = self._rest(part, parts)
                if rest is not None:
                    parts.discard(part)
                    pending.append(rest)
        return self._number(parts)

    def _rest(self, disjunction: int, parts: set[int]) -> int | None:
        """What is left of a disjunction beside the other conjuncts: None where it stays as it is."""
        inner = self._arguments[-disjunction]
        left = []
        for argument in inner:
            if -argument in parts:
                return TRUE
            if argument not in parts:
                left.append(argument)
        return None if len(left) == len(inner) else -self._number(set(left))

    def _number(self, parts: set[int]) -> int:
        if len(parts) < 2:
            return next(iter(parts), TRUE)
        key = tuple(sorted(parts))
        number = self._numbers.get(key)
        if number is None:
            self._last = number = self._numbers[key] = self._last + 1
            self._arguments[number] = key
        return number
