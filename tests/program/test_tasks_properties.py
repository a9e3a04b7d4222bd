"""Property files say what the error is; properties that are not reachability are refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.program.errors import InputError
from verilab.program.tasks.properties import ANY_CONVENTION, ErrorConvention, UnsupportedPropertyError, load_property, parse_property


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("CHECK( init(main()), LTL(G ! call(reach_error())) )", ["reach_error"]),
        ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", ["__VERIFIER_error"]),
        ("CHECK(init(main()),LTL(G!label(ERROR)))", ["label ERROR"]),
        ("  CHECK ( init ( main ( ) ) ,\n LTL ( G  !  call ( reach_error_7 ( ) ) ) ) \n\n", ["reach_error_7"]),
        ("CHECK( init(main()), LTL(G ! call(a())) )\nCHECK( init(main()), LTL(G ! label(B)) )", ["a", "label B"]),
    ],
)
def test_reachability_properties_name_the_error(text: str, names: list[str]) -> None:
    assert list(parse_property(text)) == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CHECK( init(main()), LTL(G ! overflow) )", "no-overflow is not supported"),
        ("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )", "valid-memsafety is not supported"),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )", "valid-memcleanup is not supported"),
        ("CHECK( init(main()), LTL(F end) )", "termination is not supported"),
        ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race is not supported"),
        ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage"),
        ("CHECK( init(main()), LTL(G (a -> F b)) )", "the formula 'G (a -> F b)' is not supported"),
        ("CHECK( init(start()), LTL(G ! call(reach_error())) )", "not in 'start'"),
    ],
)
def test_other_properties_are_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(UnsupportedPropertyError) as caught:
        parse_property(text, "p.prp")
    assert message in caught.value.message
    assert "reach_error" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 0, 0, "contains no property"),
        ("\n  hello", 2, 3, "this is no property"),
        ("CHECK( init(main()), LTL(G ! call(reach_error())", 1, 1, "is never closed"),
        ("CHECK( init(main()), LTL(G ! call(reach_error())) ) trailing", 1, 53, "this is no property"),
    ],
)
def test_malformed_properties_are_refused_at_their_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_property(text, "p.prp")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_conventions_are_values_that_survive_json() -> None:
    assert ErrorConvention.from_json(ANY_CONVENTION.to_json()) == ANY_CONVENTION
    assert str(ANY_CONVENTION) == "call(__VERIFIER_error()) or call(reach_error()) or label(ERROR)"


def test_a_property_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    assert load_property(tmp_path / "unreach-call.prp") == ErrorConvention(frozenset({"reach_error"}))
