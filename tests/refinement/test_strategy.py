"""Strategies are values: text in, the same text out, and a wrong text is answered with what is known."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from verilab_strategies import ApplyPivot, SlicedPrefixes

from verilab.analysis.scope import Scope
from verilab.refinement import registry
from verilab.refinement.operators import Caps
from verilab.refinement.strategy import DEFAULTS, PRESETS, StrategyError, parse_strategy, strategy


def test_an_empty_text_is_the_plain_single_path_strategy() -> None:
    assert str(parse_strategy("")) == " ".join(f"{kind}={name}" for kind, name in DEFAULTS.items())


@pytest.mark.parametrize("text", [*PRESETS, "apply=pivot", "apply=restart:located rank=first"])
def test_printing_a_strategy_and_parsing_it_again_gives_the_same_strategy(text: str) -> None:
    strategy = parse_strategy(text)
    assert parse_strategy(str(strategy)) == strategy


@pytest.mark.parametrize("preset", PRESETS)
def test_single_edges_are_asked_for_by_strategies_that_slice_paths_and_no_others(preset: str) -> None:
    assert parse_strategy(preset).propose.slices is ("sliced-prefixes" in PRESETS[preset])


def test_defaults_of_parameters_are_spelled_out() -> None:
    assert str(parse_strategy("select=domain-type,width apply=pivot")).endswith("select=domain-type:good,width:narrow apply=pivot:located")


@pytest.mark.parametrize(
    "preset", ["forte15-score", "forte15-longest", "spin15-good-narrow", "spin15-random", "spin15-none", "spin15-va+pa+"]
)
def test_the_papers_strategies_have_the_papers_names(preset: str) -> None:
    assert preset in PRESETS


def test_a_third_party_registers_by_the_entry_point_group(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        EntryPoint("select.last", "tests.refinement.third_party:make_last", registry.GROUP),
        EntryPoint("score.nodes", "tests.refinement.third_party:make_nodes", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "third_party", lambda: entries)
    assert str(parse_strategy("select=last")) == "rank=first propose=path select=last apply=restart:global"
    assert str(parse_strategy("select=nodes,length").select) == "nodes:few,length:short"
    described = registry.describe("score", "nodes")
    assert described.summary == "what a package of somebody else may register."
    assert described.parameters == "few (the default) or many."
    with pytest.raises(StrategyError, match="did you mean 'last'"):
        parse_strategy("select=lasst")


def test_parts_may_come_in_any_order() -> None:
    assert parse_strategy("apply=pivot rank=first").text == parse_strategy("rank=first apply=pivot").text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("apply=pivott", "pivot"),
        ("lazzy", "lazy"),
        ("pick=first", "part 1"),
        ("apply=pivot apply=restart", "twice"),
        ("apply=restart:somewhere", "located"),
        ("rank=first:3", "no parameter"),
        ("rank=", "part 1"),
        ("rank=first  select=widht:narrow", r"part 2 .*\(column 13\).*'width'.*known: .*first, .*domain-type.*length"),
        ("select=width:narow", "did you mean 'narrow'"),
        ("select=width,width:narrow", "twice"),
        ("select=domain-type:good:sums", "known: product, sum"),
        ("select=random:x", "integer"),
        ("select=loop-counter-values:-1", "at least 0"),
        ("select=length,", "known: "),
        ("propose=sliced-prefixes:most=3", "count=N, length=N"),
        ("propose=sliced-prefixes:slice=edge", "slice=edge: unknown; known: assume, block"),
        ("propose=sliced-prefixes:slice=block,slice=assume", "slice is given twice"),
        ("propose=sliced-prefixes:analyses=both", "known: in-turn, all, value, predicate"),
        ("propose=sliced-prefixes:analyses=all,analyses=all", "twice"),
        ("propose=path:analysis=all", "known: analyses=NAME"),
        ("select=analysis:threshold=much", "at least 0"),
        ("select=analysis:threshold=9:domain-type:bad", "prefers large numbers"),
        ("select=analysis:threshold=9:widht", "did you mean 'width'"),
        ("propose=sliced-prefixes:count=0", "at least 1"),
        ("propose=sliced-prefixes:count=two", "at least 1"),
        ("propose=sliced-prefixes:length=\u00b2", "at least 1"),
        ("propose=sliced-prefixes:count=3,count=4", "twice"),
        ("propose=sliced_prefixes", "did you mean 'sliced-prefixes'"),
        ("spin15-god", "did you mean 'spin15-good'"),
    ],
)
def test_a_wrong_text_names_the_place_and_what_would_work(text: str, expected: str) -> None:
    with pytest.raises(StrategyError, match=expected):
        parse_strategy(text)


def test_a_strategy_is_built_in_python_from_operators_and_texts() -> None:
    lazily = strategy(propose=SlicedPrefixes(Caps(count=5)), select="domain-type:good,random:7", apply=ApplyPivot(Scope.LOCATED))
    assert str(lazily) == "rank=first propose=sliced-prefixes:count=5 select=domain-type:good,random:7 apply=pivot:located"
    assert parse_strategy(str(lazily)) == lazily
    with pytest.raises(StrategyError, match=r"propose=pth: .*did you mean 'path'"):
        strategy(propose="pth")
