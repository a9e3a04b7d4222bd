"""Components: predicates that share symbols, directly or through each other, within any set of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.typing import INT

from verilab.analysis.predicate.components import Components, mask, members
from verilab.analysis.predicate.predicates import Predicates


def connected(symbols: list[frozenset[int]], within: set[int]) -> list[set[int]]:
    """By the definition: sets that are joined as long as two of them share a symbol."""
    parts = [({number}, set(symbols[number])) for number in sorted(within)]
    while True:
        pair = next(((a, b) for a in parts for b in parts if a is not b and not a[1].isdisjoint(b[1])), None)
        if pair is None:
            return sorted((numbers for numbers, _ in parts), key=min)
        parts = [part for part in parts if part is not pair[0] and part is not pair[1]]
        parts.append((pair[0][0] | pair[1][0], pair[0][1] | pair[1][1]))


@given(st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=3), min_size=1, max_size=12), st.data())
def test_a_partition_is_that_of_the_definition_also_when_predicates_come_later(symbols: list[frozenset[int]], data: st.DataObject) -> None:
    environment = Environment()
    formulas = environment.formula_manager
    variables = [formulas.Symbol(f"x{number}", INT) for number in range(9)]
    predicates = Predicates(environment)
    components = Components(predicates)
    for number, names in enumerate(symbols):
        total = formulas.Plus([variables[name] for name in sorted(names)])
        assert predicates.intern(formulas.LE(total, formulas.Int(number))).number == number
        within = data.draw(st.sets(st.integers(0, number)))
        expected = connected(symbols, within)
        assert [set(members(part)) for part in components.partition(mask(within))] == expected
        seeds = data.draw(st.sets(st.integers(0, number)))
        reached = {member for part in expected if part & seeds for member in part}
        assert set(members(components.reached(mask(within), mask(seeds)))) == reached
        sharing = {other for other in range(number + 1) if symbols[other] & names}
        assert set(members(components.sharing(variables[name] for name in names))) == sharing
