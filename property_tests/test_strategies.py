"""Strategies are values: every strategy that can be written is printed as a text that stands for it."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from verilab.analysis.scope import Scope
from verilab.refinement.presets import PRESETS
from verilab.refinement.scores import Lexicographic
from verilab.refinement.strategy import DEFAULTS, KINDS, StrategyError, parse_strategy, strategy

SIDES = {
    "length": ("short", "long"),
    "width": ("narrow", "wide", "narrow:positions", "wide:positions"),
    "pivot-depth": ("shallow", "deep", "shallow:positions", "deep:positions"),
    "assignments": ("few", "many"),
    "assumes": ("few", "many"),
    "loops": ("few", "many"),
    "uses": ("good", "bad"),
}

LARGE = ("long", "wide", "deep", "wide:positions", "deep:positions", "many", "bad", "bad:product", "bad:sum")
"""The sides that prefer large numbers."""

sided = st.sampled_from(sorted(SIDES)).flatmap(lambda name: st.sampled_from([name, *(f"{name}:{side}" for side in SIDES[name])]))
domain = st.builds(
    lambda side, formula: ":".join(filter(None, ["domain-type", side or ("good" if formula else ""), formula])),
    st.sampled_from(["", "good", "bad"]),
    st.sampled_from(["", "product", "sum"]),
)
numbered = st.builds("{}:{}".format, st.sampled_from(["random", "loop-counter-values"]), st.integers(0, 99))
scores = st.lists(st.one_of(sided, domain, numbered), min_size=1, max_size=4, unique_by=lambda text: text.partition(":")[0])
parameters = {"analyses": st.sampled_from(["in-turn", "all", "value", "predicate"])} | dict.fromkeys(
    ["count", "length"], st.integers(1, 99)
)
caps = st.lists(st.sampled_from(sorted(parameters)), unique=True).flatmap(
    lambda names: st.tuples(*(parameters[name].map(f"{name}={{}}".format) for name in names))
)
small = scores.filter(lambda chosen: not chosen[0].endswith(LARGE)).map(",".join)
by_analysis = st.one_of(small.map("analysis:{}".format), st.builds("analysis:threshold={}:{}".format, st.integers(0, 10**12), small))
selects = st.recursive(
    st.one_of(
        st.sampled_from(["first", "join-all", "join-first", "join-first:4", "delay", "analysis", "analysis:threshold=7"]),
        scores.map(",".join),
        by_analysis,
    ),
    lambda inner: st.builds("{}:{}".format, st.sampled_from(["join-all", "join-first:2", "join-first:", "delay"]), inner),
    max_leaves=3,
)
parts = st.fixed_dictionaries(
    {},
    optional={
        "rank": st.sampled_from(["first", "first:complete", "all", "top", "bottom"]),
        "propose": st.one_of(
            st.sampled_from(["path", "path:analyses=all"]),
            caps.map(lambda given: ":".join(["sliced-prefixes", *([",".join(given)] if given else [])])),
            caps.map(lambda given: f"sliced-paths:{','.join(('starts=3', *given))}"),
            st.sampled_from(
                ["sliced-paths", "unsat-cores", "unsat-cores:limit=all", "unsat-cores:limit=3", "strengths", "strengths:count=4"]
            ),
        ),
        "select": selects,
        "apply": st.sampled_from(["restart", "pivot", *(f"{name}:{scope.value}" for name in ("restart", "pivot") for scope in Scope)]),
    },
)


@given(parts, st.randoms())
def test_parsing_and_printing_round_trip(chosen: dict[str, str], order: Random) -> None:
    words = [f"{kind}={text}" for kind, text in chosen.items()]
    order.shuffle(words)
    parsed = parse_strategy(" ".join(words))
    assert parse_strategy(str(parsed)) == parsed
    assert str(parse_strategy(str(parsed))) == str(parsed)
    assert parsed == strategy(**chosen)
    assert [word.partition("=")[0] for word in str(parsed).split()] == list(KINDS)


@given(parts)
def test_a_strategy_of_the_parsed_operators_is_the_same_strategy(chosen: dict[str, str]) -> None:
    parsed = strategy(**chosen)
    assert strategy(parsed.rank, parsed.propose, parsed.select, parsed.apply) == parsed


@given(scores)
def test_a_list_of_scores_keeps_its_order(chosen: list[str]) -> None:
    select = strategy(select=",".join(chosen)).select
    assert isinstance(select, Lexicographic)
    assert [score.text.partition(":")[0] for score in select.scores] == [text.partition(":")[0] for text in chosen]


@settings(max_examples=300)
@given(st.text(alphabet="=:, \tabcdefirstpnklgo-0123éß\x00", max_size=40))
def test_any_other_text_is_answered_with_what_is_known(text: str) -> None:
    message = ""
    try:
        parse_strategy(text)
    except StrategyError as error:
        message = str(error)
    if message:
        assert any(words in message for words in ("known: ", "twice", "give ", "takes no"))
    else:
        assert text.strip() in PRESETS or all(word.partition("=")[0] in DEFAULTS for word in text.split())
