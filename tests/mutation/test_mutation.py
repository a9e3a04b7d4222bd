"""Mutants: none where only people read, the same ones for a seed, and a share with its interval."""

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed: pip install 'verilab[mutation]'")

from tests.mutation.mutant import Mutant, mutants_of
from tests.mutation.sampling import STRATA, sample
from tests.mutation.table import COLUMNS, scores, wilson

ROOT = Path(__file__).parents[2]
SOURCE = '''
from dataclasses import dataclass

Either = int | str

@dataclass(frozen=True)
class Pair:
    """Not 1 + 1."""

    first: int | None = 3

    def __repr__(self) -> str:
        return "1" * 2

    def sum(self, other: int | None) -> int | None:
        if other is None:
            raise ValueError("a" + "b" * 4)
        self.told(f"{other + 5}")
        return other + 6
'''


def _texts(module: str) -> set[str]:
    return {mutant.change(SOURCE)[0] for mutants in mutants_of(module, SOURCE).values() for mutant in mutants}


def test_what_only_people_and_type_checkers_read_has_no_mutants() -> None:
    assert _texts("verilab.refinement.pair") == {"first: int | None = 3", "if other is None:", "return other + 6"}


def test_formatted_texts_are_code_where_they_are_c() -> None:
    assert 'self.told(f"{other + 5}")' in _texts("verilab.evidence.compiler.pair")


def test_the_mutants_of_a_site_are_its_other_operators() -> None:
    source = "x = a < b\n"
    found = [mutants for (_, kind), mutants in mutants_of("m", source).items() if kind == "core/ReplaceComparisonOperator"]
    operators = {mutant.change(source)[1].removeprefix("x = a").removesuffix("b").strip() for mutants in found for mutant in mutants}
    assert len(found) == 1
    assert operators == {"==", "!=", "<=", ">", ">=", "is", "is not"}


@pytest.mark.parametrize("stratum", ["strategies", "certificates"])
def test_a_seed_draws_the_same_mutants_that_all_change_their_module(stratum: str) -> None:
    drawn = sample(ROOT, stratum, 12, seed=1)
    assert drawn == sample(ROOT, stratum, 12, seed=1) != sample(ROOT, stratum, 12, seed=2)
    for mutant in drawn:
        before, after = mutant.change((ROOT / mutant.path).read_text())
        assert before != after


def test_a_stratum_with_fewer_sites_is_sampled_as_a_whole() -> None:
    drawn = sample(ROOT, "certificates", 10_000, seed=0)
    assert {mutant.module for mutant in drawn} == set(STRATA["certificates"])
    assert len({(mutant.module, mutant.place, mutant.operator.partition("_")[0]) for mutant in drawn}) == len(drawn)


def test_a_place_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such place"):
        Mutant("m", "core/NumberReplacer", 7, (1, 0), False).rewritten("x = 1\n")


def test_wilson_is_the_interval_of_a_known_example() -> None:
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, Table I, method 3
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_equivalent_mutants_do_not_count() -> None:
    row = dict.fromkeys(COLUMNS, "") | {"stratum": "s", "module": "m", "before": "a", "outcome": "survived"}
    rows = [row | {"after": "b"}, row | {"after": "c"}, row | {"after": "d", "outcome": "killed"}]
    assert "| s | 3 | 1 | 1 | 1 | 50.0 % |" in scores(rows, frozenset({"m: a -> b"}))
