"""Scores measure what their papers say, and selection by them is total and independent of the order of proposal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.candidates import Candidate, Increment, Use, UseKind
from verilab.analysis.exploration import Exploration
from verilab.analysis.prefixes import Caps, Prefix, sliced_prefixes
from verilab.analysis.proposals import settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.facts import ValueFacts
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.registry import make_operator, make_scores, operator_names
from verilab.refinement.scores import MAXIMUM, Lexicographic

TEXT = """
int main(void) {
  int flag = 0;
  int mode = 3;
  int sum = 5;
  int i = 0;
  while (i < 2) { i = i + 1; }
  if (sum < 4) {
    if (mode == 7) {
      if (flag) { reach_error(); }
    }
  }
  return 0;
}
"""


class Situation:
    """The candidates for the first error path of the program, and their context."""

    def __init__(self, analysis: RefinableAnalysis, number: int = 1) -> None:
        exploration = Exploration(analysis.cpa)
        exploration.run()
        proposals = settled(analysis.propose(analysis.path(exploration.arg.targets[0]), Caps()))
        self.candidates = [proposal for proposal in proposals if isinstance(proposal, Candidate)]
        self.context = Context(Knowledge(analysis.program), analysis, exploration, number)

    def about(self, name: str) -> Candidate:
        """The candidate whose increment is about that variable of main alone."""
        for candidate in self.candidates:
            if {storage.name for storage in self.context.variables(candidate)} == {f"main::{name}"}:
                return candidate
        raise AssertionError(name)

    def measure(self, score: str, name: str) -> float:
        return make_scores(score)[0].measure(self.about(name), self.context)


@pytest.fixture(scope="module")
def value() -> Situation:
    return Situation(ValueAnalysis(lowered_programs.program(TEXT)))


@pytest.fixture(scope="module")
def predicate() -> Iterator[Situation]:
    bench = Bench(lowered_programs.program(TEXT))
    yield Situation(bench.analysis)
    bench.close()


def test_the_path_has_a_prefix_for_each_reason(value: Situation) -> None:
    facts = [sorted(storage.name for storage in value.context.variables(candidate)) for candidate in value.candidates]
    assert facts == [["main::i"], ["main::sum"], ["main::mode"], ["main::flag"]]


def test_domain_types_are_multiplied_by_2_4_16_or_added_by_1_2_4(value: Situation) -> None:
    assert [value.measure("domain-type", name) for name in ("flag", "mode", "sum", "i")] == [2, 4, 16, MAXIMUM]
    assert [value.measure("domain-type:good:sum", name) for name in ("flag", "mode", "sum", "i")] == [1, 2, 4, MAXIMUM]


def test_variables_without_a_loop_counter_never_cost_what_one_does_and_none_at_all_as_much_as_one_of_the_worst_type() -> None:
    names = [f"x{number}" for number in range(8)]
    declared = " ".join(f"int {name} = {number};" for number, name in enumerate(names))
    program = lowered_programs.program(f"int main(void) {{ {declared} if ({' + '.join(names)} < 9) {{ reach_error(); }} return 0; }}")
    analysis = ValueAnalysis(program)
    exploration = Exploration(analysis.cpa)
    exploration.run()
    candidate = next(analysis.propose(analysis.path(exploration.arg.targets[0])))
    assert isinstance(candidate, Candidate)
    point = next(iter(candidate.increment.facts))
    context = Context(Knowledge(program), analysis, exploration, 1)
    wide = replace(candidate, increment=Increment({point: frozenset(each for each in program.storages if each.name[6:] in names)}))
    empty = replace(candidate, increment=Increment({}))
    product, total, text = make_scores("domain-type,domain-type:good:sum,domain-type:good:text")
    assert len(context.variables(wide)) == 8
    assert product.measure(wide, context) == MAXIMUM - 1
    assert total.measure(wide, context) == 8 * 4
    assert text.measure(wide, context) == product.measure(wide, context)
    assert (product.measure(empty, context), total.measure(empty, context)) == (16, 3)
    assert text.measure(empty, context) == 1, "SPIN'15 §3: the product over no variable"


def test_scores_take_for_a_loop_counter_what_the_run_is_told_to() -> None:
    text = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { i++; if (i == 0) { reach_error(); } } return 0; }"
    situation = Situation(ValueAnalysis(lowered_programs.program(text)))
    (candidate,) = situation.candidates
    (score,) = make_scores("domain-type")
    assert score.measure(candidate, situation.context) < MAXIMUM
    literal = Knowledge(situation.context.knowledge.program, LoopCounterDefinition.LITERAL)
    assert score.measure(candidate, replace(situation.context, knowledge=literal)) == MAXIMUM


def test_length_counts_the_steps_up_to_the_contradiction(value: Situation) -> None:
    for candidate in value.candidates:
        assert make_scores("length")[0].measure(candidate, value.context) == candidate.prefix.length
    lengths = [candidate.prefix.length for candidate in value.candidates]
    assert lengths == sorted(set(lengths))


@pytest.mark.parametrize("domain", ["value", "predicate"])
def test_width_and_pivot_depth_are_those_of_spin15(domain: str, request: pytest.FixtureRequest) -> None:
    situation: Situation = request.getfixturevalue(domain)
    for candidate in situation.candidates:
        places = [place for place, point in enumerate(candidate.prefix.points) if place and candidate.increment.facts.get(point)]
        assert make_scores("pivot-depth")[0].measure(candidate, situation.context) == min(places)
        assert make_scores("width")[0].measure(candidate, situation.context) == 1 + max(places) - min(places)


@pytest.mark.parametrize("domain", ["value", "predicate"])
def test_width_and_pivot_depth_of_positions_look_at_each_position_s_own_interpolant(domain: str, request: pytest.FixtureRequest) -> None:
    situation: Situation = request.getfixturevalue(domain)
    depth, width = make_scores("pivot-depth:deep:positions,width:wide:positions")
    assert [score.text for score in (depth, width)] == ["pivot-depth:deep:positions", "width:wide:positions"]
    assert depth.prefers_large
    for candidate in situation.candidates:
        texts = [situation.context.analysis.facts.interpolant_text(each) for each in candidate.interpolants]
        places = [place for place, text in enumerate(texts, start=1) if text not in ("true", "false")]
        assert depth.measure(candidate, situation.context) == min(places)
        assert width.measure(candidate, situation.context) == len(places)


def test_a_point_that_the_path_meets_again_counts_once_for_its_own_interpolant_and_at_both_positions_for_the_point() -> None:
    text = "int main(void) { int i = 0, n = 0; while (i < 2) { i++; if (i == 2) { n = 7; } } if (n == 8) { reach_error(); } return 0; }"
    program = lowered_programs.program(text)
    analysis = ValueAnalysis(program, engine="edges")
    analysis.precision.add_everywhere([each for each in program.storages if each.name == "main::i"])
    analysis.cpa.renew()
    (candidate,) = Situation(analysis).candidates
    context = Context(Knowledge(program), analysis, Exploration(analysis.cpa), 1)
    said = {point for point, facts in candidate.increment.facts.items() if facts}
    own = context.positions(candidate)
    assert {candidate.prefix.points[position] for position in own} == said
    assert own[0] > candidate.positions[0], "n is known from the second round on; the loop's points are met in the first"
    scores = make_scores("pivot-depth,pivot-depth:shallow:positions,width,width:narrow:positions")
    depth, own_depth, width, own_width = (score.measure(candidate, context) for score in scores)
    assert (depth, own_depth) == (candidate.positions[0], own[0])
    assert width > own_width == len(own)


def test_a_variant_of_a_score_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    assert make_scores("width:narrow:points")[0].text == "width:narrow"
    with pytest.raises(ValueError, match="points, positions"):
        make_scores("width:narrow:places")


def test_operations_are_counted_without_the_omitted_ones(value: Situation) -> None:
    assert [value.measure("assignments", name) for name in ("i", "sum", "mode", "flag")] == [4, 4, 4, 4]
    assert [value.measure("assumes", name) for name in ("i", "sum", "mode", "flag")] == [1, 1, 1, 1]
    assert {value.measure("loops", name) for name in ("i", "sum", "mode", "flag")} == {1}


def test_random_numbers_depend_on_seed_refinement_and_candidate_only(value: Situation) -> None:
    again = Situation(ValueAnalysis(lowered_programs.program(TEXT)))
    later = Situation(ValueAnalysis(lowered_programs.program(TEXT)), number=2)
    names = ("i", "sum", "mode", "flag")
    numbers = [value.measure("random:7", name) for name in names]
    assert numbers == [again.measure("random:7", name) for name in names]
    assert numbers != [value.measure("random:8", name) for name in names]
    assert numbers != [later.measure("random:7", name) for name in names]
    assert len(set(numbers)) == len(names)


def test_a_loop_counter_is_penalised_after_k_values() -> None:
    analysis = ValueAnalysis(
        lowered_programs.program("int main(void) { int i = 0; while (i < 6) { i++; } if (i == 9) reach_error(); return 0; }")
    )
    before = Situation(analysis)
    (candidate,) = [each for each in before.candidates if before.context.variables(each)][:1]
    assert make_scores("loop-counter-values:3")[0].measure(candidate, before.context) == 0
    analysis.refine(candidate.increment, Scope.GLOBAL)
    exploration = Exploration(analysis.cpa)
    exploration.run()
    after = Context(before.context.knowledge, analysis, exploration, 2)
    assert make_scores("loop-counter-values:3")[0].measure(candidate, after) > 0
    assert make_scores("loop-counter-values:99")[0].measure(candidate, after) == 0


def test_an_inequality_on_a_loop_counter_is_fine_and_an_equality_is_not(value: Situation, predicate: Situation) -> None:
    assert value.measure("uses", "i") == MAXIMUM
    assert value.measure("uses", "flag") == 1
    about_i = next(c for c in predicate.candidates if {s.name for s in predicate.context.variables(c)} == {"main::i"})
    assert make_scores("uses")[0].measure(about_i, predicate.context) < MAXIMUM
    assert make_scores("domain-type")[0].measure(about_i, predicate.context) == MAXIMUM


def test_an_equality_costs_by_the_type_an_order_two_and_anything_else_four(value: Situation, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [value.measure("uses", name) for name in ("flag", "mode", "sum")] == [1, 2, 4]
    candidate = value.about("sum")
    (storage,) = value.context.variables(candidate)
    for kind, storages, cost in ((UseKind.ORDER, {storage}, 2), (UseKind.OTHER, {storage}, 4), (UseKind.EQUALITY, set(), 0)):
        used = frozenset({Use(kind, frozenset(storages))})
        monkeypatch.setattr(ValueFacts, "uses", lambda self, increment, used=used: used)
        assert make_scores("uses")[0].measure(candidate, value.context) == cost


def test_ten_values_of_a_loop_counter_are_free_unless_another_number_is_given() -> None:
    assert [str(make_operator("select", f"loop-counter-values{given}")) for given in ("", ":3")] == [
        "loop-counter-values:10",
        "loop-counter-values:3",
    ]


def test_the_reason_ends_with_the_score_that_told_the_choice_from_all_others(value: Situation) -> None:
    select = Lexicographic(make_scores("domain-type:good,length:short"))
    assert select.choose(value.candidates, value.context).explain() == "domain-type:good is 2, others have 4, 16, max"


@pytest.mark.parametrize("name", operator_names("score"))
@pytest.mark.parametrize("domain", ["value", "predicate"])
def test_selection_is_total_and_does_not_depend_on_the_order_of_proposal(name: str, domain: str, request: pytest.FixtureRequest) -> None:
    situation: Situation = request.getfixturevalue(domain)
    select = make_operator("select", name)
    chosen = {id(select(list(order), situation.context)) for order in itertools.permutations(situation.candidates[:4])}
    assert len(chosen) == 1


def test_equal_first_scores_are_told_apart_by_the_second(value: Situation) -> None:
    select = make_operator("select", "loops,domain-type:good")
    assert isinstance(select, Lexicographic)
    choice = select.choose(value.candidates, value.context)
    assert choice.candidate is value.about("flag")
    assert "domain-type:good is 2" in choice.explain()
    assert make_operator("select", "loops")(value.candidates, value.context) is value.about("i")


def test_the_opposite_side_selects_the_opposite_candidate(value: Situation) -> None:
    assert make_operator("select", "length:short")(value.candidates, value.context) is value.candidates[0]
    assert make_operator("select", "length:long")(value.candidates, value.context) is value.candidates[-1]
    assert make_operator("select", "domain-type:good")(value.candidates, value.context) is value.about("flag")
    assert make_operator("select", "domain-type:bad")(value.candidates, value.context) is value.about("i")


def test_a_span_ends_at_the_first_and_last_position() -> None:
    for candidate in Situation(ValueAnalysis(lowered_programs.program(TEXT))).candidates:
        assert candidate.span == (candidate.positions[0], candidate.positions[-1])
        assert replace(candidate, increment=Increment({})).span is None


def test_sliced_prefixes_are_the_prefixes_one_by_one() -> None:
    candidates = Situation(ValueAnalysis(lowered_programs.program(TEXT))).candidates
    last = candidates[-1].prefix
    ends = [candidate.prefix.length - 1 for candidate in candidates]
    assert len(ends) >= 3
    for count, prefix in enumerate(sliced_prefixes(last.points, last.edges, ends)):
        end = ends[count]
        assert prefix == Prefix(last.points[: end + 2], last.edges[: end + 1], frozenset(ends[:count]))
    with pytest.raises(ValueError, match="step 0 is no assume"):
        sliced_prefixes(last.points, last.edges, [0, *ends])


def test_facts_become_texts_only_to_tell_equals_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = Situation(ValueAnalysis(lowered_programs.program(TEXT)))
    asked: list[object] = []

    def text(self: ValueFacts, fact: object) -> str:
        asked.append(fact)
        return str(fact)

    monkeypatch.setattr(ValueFacts, "text", text)
    select = Lexicographic(make_scores("domain-type:good"))
    select(situation.candidates, situation.context)
    assert not asked
    twins = [situation.candidates[0], replace(situation.candidates[0])]
    assert select(twins, situation.context) is twins[0]
    assert asked
