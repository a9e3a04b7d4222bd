"""Precision files: written as CPAchecker writes them, read as it does, and refused at their place where they are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from tests.analysis.by_hand import predicate_analysis, value_analysis
from verilab.analysis.precisions.files import Kind, Scope, parse
from verilab.analysis.precisions.reading import Read, track
from verilab.analysis.precisions.writing import exported
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.solving.registry import load_backend

SOURCE = """\
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int g; struct pair { int a; int b; } s;
int plus(int a) { static int calls; calls++; { int a = 2; g += a; } return a + 1; }
int down(int n) { if (n <= 0) return 0; return down(n - 1); }
int main(void) {
  unsigned u = __VERIFIER_nondet_int(); int x = 0, d[3]; d[1] = 4; s.a = 1; s.b = down(3);
  for (int i = 0; i < 3; i++) x = plus(x);
  for (int i = 0; i < 3; i++) x = x + d[1];
  if (x > 100 && u > 3 && s.a + s.b > g) reach_error();
  return x;
}
"""
MATHSAT = """\
(set-info :source |printed by MathSAT|)
(declare-fun |main::x| () (_ BitVec 32))
(declare-fun |plus::a__1| () (_ BitVec 32))
(declare-fun |plus::__retval__| () (_ BitVec 32))
(declare-fun static__plus__calls () (_ BitVec 32))
(define-fun .def_14 () Bool (bvslt |main::x| (_ bv4294967295 32)))
(define-fun .def_15 () Bool (= |plus::a__1| (bvadd (bvmul (_ bv4294967295 32) |plus::__retval__|) static__plus__calls)))

*:
(assert (not .def_14))
(assert false)

plus:
(assert .def_15)

main N1457:
(assert .def_14)

main N1457@3:
(assert (= |main::x| (_ bv7 32)))

"""
"""As CPAchecker writes them with MathSAT: bit vectors of the machine's widths, one definition a line, names of its own."""


@pytest.fixture(scope="module")
def program() -> Program:
    return lower(parse_text(SOURCE, "p.c", DataModel.LP64), DataModel.LP64, ["reach_error"], "p")


def predicates(program: Program, encoding: str = "int") -> PredicateAnalysis:
    return predicate_analysis(program, load_backend("z3"), encoding=encoding, environment=Environment())


def begun(text: str, analysis: PredicateAnalysis | ValueAnalysis) -> Read:
    if isinstance(analysis, PredicateAnalysis):
        return track(parse(text, "map.txt"), analysis, analysis.blocks.graph, analysis.vocabulary)
    return track(parse(text, "map.txt"), analysis, analysis.cpa.graph, None)


def tracked(analysis: PredicateAnalysis, function: str) -> set[str]:
    """What is tracked at the entry of a function."""
    point = analysis.blocks.graph.point(analysis.program.functions[function].entry, ())
    return {str(analysis.predicates[number].formula) for number in analysis.precision.at(point)}


def test_the_scopes_of_a_predicate_map_are_those_of_its_keys() -> None:
    precisions = parse(MATHSAT, "map.txt")
    assert (precisions.kind, [section.scope for section in precisions.sections]) == (
        Kind.PREDICATES,
        [Scope(), Scope("plus"), Scope("main", 1457), Scope("main", 1457)],
    )
    assert [len(section.facts) for section in precisions.sections] == [2, 1, 1, 1]


def test_predicates_of_another_tool_are_read_in_the_sorts_of_the_analysis(program: Program) -> None:
    words, integers = predicates(program, "bv"), predicates(program)
    assert begun(MATHSAT, words).left_out == {}
    assert tracked(words, "main") == {"('main::x:32' s< 4294967295_32)", "(! ('main::x:32' s< 4294967295_32))", "('main::x:32' = 7_32)"}
    begun(MATHSAT, integers)
    assert tracked(integers, "main") == {"('main::x' < -1)", "(! ('main::x' < -1))", "('main::x' = 7)"}
    assert tracked(integers, "plus") - tracked(integers, "main") == {
        "('plus::a$2' = ((-1 * 'plus::$result') + 'plus::calls'))",
    }


def test_nodes_of_another_tool_hold_in_their_function_and_that_is_said(program: Program) -> None:
    analysis = predicates(program)
    read = begun(MATHSAT, analysis)
    assert read.notes == ["2 sections of nodes of another tool hold in the whole function: its numbers are not those of this automaton"]
    assert "('main::x' = 7)" in tracked(analysis, "main")
    assert "('main::x' = 7)" in tracked(analysis, "<entry>"), "there what globals are initialised by is part of main"
    assert "('main::x' = 7)" not in tracked(analysis, "plus")


def test_rational_predicates_are_read_as_integers(program: Program) -> None:
    text = "(declare-fun |main::x| () Real)\n\n*:\n(assert (<= (+ |main::x| (to_real 3)) 259.0))\n(assert (= |main::x| (/ 1 2)))\n"
    analysis = predicates(program)
    read = begun(text, analysis)
    assert tracked(analysis, "main") == {"(('main::x' + 3) <= 259)"}
    assert read.left_out == {"of another theory: the fraction /": 1}


def test_integers_are_read_as_words_as_wide_as_needed(program: Program) -> None:
    declared = "(declare-fun |main::x| () Int)\n(declare-fun |main::u| () Int)\n"
    text = f"{declared}\n*:\n(assert (<= |main::x| (- 3)))\n(assert (<= |main::x| |main::u|))\n"
    analysis = predicates(program, "bv")
    begun(text, analysis)
    assert tracked(analysis, "main") == {
        "('main::x:32' s<= 4294967293_32)",
        "(('main::x:32' SEXT 1) s<= ('main::u:32' ZEXT 1))",
    }


def test_what_the_program_or_the_theories_do_not_have_is_left_out_and_counted(program: Program) -> None:
    text = (
        "(declare-fun |main::x| () Int)\n(declare-fun |main::gone| () Int)\n(declare-fun f () (_ FloatingPoint 8 24))\n"
        "(declare-fun |*int@1| (Int) Int)\n\n*:\n(assert (= |main::gone| 3))\n(assert (fp.isNaN f))\n(assert (= (|*int@1| 3) 3))\n"
        "(assert (= |main::x| 3))\n\nlost:\n(assert (= |main::x| 4))\n"
    )
    read = begun(text, predicates(program))
    assert (read.facts, dict(read.left_out)) == (
        1,
        {
            "of a variable that the program does not have, or that has no symbol": 1,
            "of another theory: of another sort or function": 2,
            "of lost, which is no function of the program": 1,
        },
    )


VALUES = "\nmain:\nmain::x\nmain::d/4\nmain::i__1\n\nplus:\nplus::__retval__\n\n*:\ng\ns/4\nstatic__plus__calls"


def test_variables_of_another_tool_are_tracked_everywhere(program: Program) -> None:
    analysis = value_analysis(program)
    read = begun(VALUES, analysis)
    names = {storage.name for storage in analysis.precision.everywhere}
    assert names == {"main::x", "main::d", "main::i$2", "plus::$result", "g", "s.a", "s.b", "plus::calls"}
    assert (analysis.precision.in_function, analysis.precision.at_location, read.left_out, read.notes) == ({}, {}, {}, [])


def test_a_localized_precision_of_another_tool_is_tracked_everywhere_and_that_is_said(program: Program) -> None:
    analysis = value_analysis(program)
    read = begun("\nN12:\nmain::x\n\nN13:\nmain::x\nmain::gone\n", analysis)
    assert {storage.name for storage in analysis.precision.everywhere} == {"main::x"}
    assert read.notes == ["2 sections of nodes of another tool hold everywhere: its numbers are not those of this automaton"]
    assert read.left_out == {"of a variable that the program does not have": 1}


def test_of_a_recursive_function_all_instances_are_tracked(program: Program) -> None:
    analysis = value_analysis(program)
    begun("down:\ndown::n\n", analysis)
    names = {storage.name for storage in analysis.precision.everywhere}
    assert {"down::n", "down#1::n", "down#2::n"} <= names


def test_what_is_written_is_read_again_at_its_nodes(program: Program) -> None:
    graph = ControlGraph(program)
    first = predicate_analysis(graph, load_backend("z3"), environment=Environment())
    at = [graph.point(location, ()) for location in program.functions["main"].locations[:3]]
    facts = [sample(first, name) for name in ("main::x", "main::i$2", "main::d[1]", "down#1::n")]
    first.precision.add(at[0], first.predicates.interned(facts[:2]))
    first.precision.add(at[2], first.predicates.interned(facts[2:]))
    first.precision.add_everywhere(first.predicates.interned([sample(first, "plus::calls")]))
    text = exported(first)[Kind.PREDICATES]
    second = predicate_analysis(graph, load_backend("z3"), environment=Environment())
    read = track(parse(text, "map.txt"), second, graph, second.vocabulary)
    assert (read.facts, read.left_out, read.notes) == (5, {}, [])
    for point in at:
        assert {str(second.predicates[n].formula) for n in second.precision.at(point)} == {
            str(first.predicates[n].formula) for n in first.precision.at(point)
        }
    assert exported(second)[Kind.PREDICATES] == text


def sample(analysis: PredicateAnalysis, name: str) -> FNode:
    vocabulary, manager = analysis.vocabulary, analysis.vocabulary.terms.environment.formula_manager
    element = next(candidate for candidate in vocabulary.elements if candidate is not None and vocabulary.name(candidate) == name)
    return manager.LE(vocabulary.symbol(element), manager.Int(len(name)))


def test_values_that_are_written_are_read_again_at_their_nodes(program: Program) -> None:
    graph = ControlGraph(program)
    first, second = value_analysis(graph), value_analysis(graph)
    location = program.functions["main"].locations[1]
    first.precision.at_location[location] = {first.program.variable("main::x"), *(s for s in program.storages if s.name == "main::d")}
    first.precision.in_function["plus"] = {program.variable("g")}
    text = exported(first)[Kind.VALUES]
    read = track(parse(text, "map.txt"), second, graph, None)
    assert (read.left_out, read.notes) == ({}, [])
    assert (second.precision.at_location, second.precision.in_function) == (first.precision.at_location, first.precision.in_function)
    assert exported(second)[Kind.VALUES] == text


def test_nodes_of_another_automaton_are_not_taken_for_ones_of_this(program: Program) -> None:
    first = value_analysis(program)
    first.precision.at_location[program.functions["main"].locations[1]] = {program.variable("main::x")}
    text = exported(first)[Kind.VALUES]
    other = lower(parse_text(SOURCE.replace("x > 100", "x > 10"), "p.c", DataModel.LP64), DataModel.LP64, ["reach_error"], "p")
    second = value_analysis(other)
    assert begun(text, second).notes == [
        "1 sections of nodes of another automaton hold everywhere: its numbers are not those of this automaton"
    ]
    assert {storage.name for storage in second.precision.everywhere} == {"main::x"}


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("*:\n(assert true)\n", "map.txt:1:1", "is no definition of SMT-LIB"),
        ("(declare-fun x () Int\n\n*:\n(assert true)\n", "map.txt:1:1", "1 parentheses are not closed"),
        ("\nmain N7\n(assert true)\n", "map.txt:2:1", "is no key of a section"),
        ("\nmain 7:\n(assert true)\n", "map.txt:2:1", "'main 7' is no scope"),
        ("\n*:\n  (assume true)\n", "map.txt:3:3", "is no predicate"),
        ("\n*:\n(assert true) (assert false)\n", "map.txt:3:1", "2 expressions on a line that has one"),
        ("(declare-fun x () Int)\n\n*:\n(assert (= x y))\n", "map.txt:4:14", "unknown symbol y"),
        ("(declare-fun x () Int)\n\n*:\n(assert (+ x 1))\n", "map.txt:4:1", "a predicate must be Boolean"),
        ("(declare-fun x () Int)\n\n*:\n(assert (and x 1))\n", "map.txt:4:1", None),
        ("(check-sat)\n\n*:\n(assert true)\n", "map.txt:1:2", "check-sat is no declaration or definition"),
    ],
)
def test_what_is_no_predicate_map_is_refused_at_its_place(program: Program, text: str, place: str, message: str | None) -> None:
    with pytest.raises(InputError) as raised:
        begun(text, predicates(program))
    assert raised.value.place == place
    assert message is None or message in raised.value.message


def test_what_is_no_scope_of_variables_is_refused_at_its_place(program: Program) -> None:
    with pytest.raises(InputError, match="'main 7' is no scope") as raised:
        begun("main::x\n\nmain 7:\ng\n", value_analysis(program))
    assert raised.value.place == "map.txt:3:1"


def test_a_file_of_another_kind_of_facts_is_not_used_and_that_is_said(program: Program, tmp_path: Path) -> None:
    assert begun(VALUES, predicates(program)).notes == ["not used: the predicate analysis tracks no values"]
    assert begun(MATHSAT, value_analysis(program)).notes == ["not used: the value analysis tracks no predicates"]
