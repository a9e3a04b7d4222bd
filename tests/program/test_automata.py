"""Observer automata: what their texts mean, what is wrong with a text, and how a program is watched."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.automata import find_automaton, load_automaton, parse_automaton, protocol_names
from verilab.program.cfa import Program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

ONCE = """automaton once
state idle initial
  on call start -> running
state running
  on call start -> error "started twice"
  on call stop -> idle
"""


def woven(source: str, *automata: str, errors: tuple[str, ...] = ()) -> Program:
    model = DataModel.ILP32
    return lower(
        parse_text(source, "test.c", model), model, errors, "test", automata=[parse_automaton(automaton) for automaton in automata]
    )


def violated(program: Program, *inputs: int) -> str | None:
    """The property that the run with these inputs violates first."""
    left = iter(inputs)
    outcome = Interpreter(program).run(lambda edge, type: next(left)).outcome
    return outcome.location.property if isinstance(outcome, ReachedError) else None


def main(body: str, head: str = "extern int start(int), stop(int); extern int __VERIFIER_nondet_int(void);") -> str:
    return f"{head} int main(void) {{ {body} return 0; }}"


def refusal(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_automaton(text, "wrong.automaton")
    return caught.value


def test_an_automaton_is_violated_where_its_error_is_reached() -> None:
    assert violated(woven(main("start(1); stop(1); start(1);"), ONCE), 0, 0, 0) is None
    assert violated(woven(main("start(1); start(1);"), ONCE), 0, 0) == "once"


def test_arguments_are_bound_and_compared() -> None:
    text = """automaton same
    variable taken = 0
    state free initial
      on call start(?taken) -> held
    state held
      on call start(taken) -> error
      on call stop(taken) -> free
    """
    assert violated(woven(main("start(1); start(2); start(3);"), text), 0, 0, 0) is None
    assert violated(woven(main("start(2); stop(1); start(2);"), text), 0, 0, 0) == "same"
    assert violated(woven(main("start(2); stop(2); start(2);"), text), 0, 0, 0) is None


def test_flags_are_tested_and_results_are_seen_at_the_return() -> None:
    text = """automaton flags
    constant WAIT = 0x10
    state fine initial
      on return start(_) if $r < 0 && !($1 & WAIT) -> error
    """
    assert violated(woven(main("start(0x10);"), text), -1) is None
    assert violated(woven(main("start(0x20);"), text), -1) == "flags"
    assert violated(woven(main("start(0x20);"), text), 1) is None


def test_the_end_of_the_run_is_the_return_of_main_or_a_call_of_exit_but_no_abort() -> None:
    text = "automaton leak state fine initial on call start -> open state open on call stop -> fine on end -> error"
    assert violated(woven(main("start(1);"), text), 0) == "leak"
    assert violated(woven(main("start(1); exit(0);"), text), 0) == "leak"
    assert violated(woven(main("start(1); abort();"), text), 0) is None
    assert violated(woven(main("start(1); stop(1);"), text), 0, 0) is None


def test_arguments_are_those_of_the_call_also_at_the_return_of_a_function_that_changes_them() -> None:
    text = "automaton kept state fine initial on return start(7) -> error"
    head = "int start(int n) { n = 8; return n; }"
    assert violated(woven(main("start(7);", head), text)) == "kept"
    assert violated(woven(main("start(8);", head), text)) is None


def test_arguments_are_evaluated_once() -> None:
    text = "automaton counted state fine initial on call abs(2) -> error on call printf(_, 3) -> error"
    head = "extern int printf(const char *, ...);"
    assert violated(woven(main("int n = 0; abs(++n); abs(n++);", head), text)) is None
    assert violated(woven(main("int n = 0; abs(++n); abs(++n);", head), text)) == "counted"
    assert violated(woven(main('int n = 0; printf("", ++n); printf("", ++n + 1);', head), text)) == "counted"


@pytest.mark.parametrize("head", ["int start(int n) { return n; }", "extern int start(int);"], ids=["defined", "external"])
def test_calls_through_pointers_are_seen(head: str) -> None:
    text = "automaton pointed state fine initial on return start(3) if $r == 3 -> error"
    assert violated(woven(main("int (*f)(int) = start; f(3);", head), text), 3) == "pointed"
    assert violated(woven(main("int (*f)(int) = start; f(4);", head), text), 3) is None


def test_pointers_are_compared_by_address() -> None:
    text = "automaton p variable q : pointer = 0 state a initial on call f(?q) -> b state b on call f(q) -> error"
    head = "int x, y; void f(int *p) { *p = 1; }"
    assert violated(woven(main("f(&x); f(&y);", head), text)) is None
    assert violated(woven(main("f(&x); f(&x);", head), text)) == "p"


def test_recursive_calls_are_seen_at_every_depth() -> None:
    text = "automaton deep variable n = 0 state a initial on call f if n >= 3 -> error on call f otherwise do n = n + 1 -> a"
    head = "int f(int k) { return k ? f(k - 1) : 0; }"
    assert violated(woven(main("f(2);", head), text)) is None
    assert violated(woven(main("f(3);", head), text)) == "deep"


def test_a_property_set_aside_is_as_if_it_had_never_been_asked_for() -> None:
    always = "automaton always state a initial on call start -> error"
    program = woven(main("start(1); start(1);"), always, ONCE)
    assert program.properties == ("always", "once")
    assert violated(program, 0, 0) == "always"
    program.set_aside({"always"})
    assert violated(program, 0, 0) == "once"
    program.set_aside({"always", "once"})
    assert violated(program, 0, 0) is None
    program.set_aside({"once"})
    assert violated(program, 0, 0) == "always"


def test_what_an_error_function_does_is_seen_once_its_property_is_set_aside() -> None:
    source = main("reach_error(); start(1); start(1);", "extern int start(int); void reach_error(void) { start(1); }")
    program = woven(source, ONCE, errors=("reach_error",))
    assert violated(program, 0, 0, 0) == "unreach-call"
    program.set_aside({"unreach-call"})
    assert violated(program, 0, 0, 0) == "once"


def test_a_loop_that_only_the_detour_leads_to_has_a_head() -> None:
    program = woven(main("start(1); while (__VERIFIER_nondet_int()) ;"), "automaton a state s initial on call start -> error", ONCE)
    assert any(location.is_loop_head for location in program.locations)


def test_a_single_property_has_no_detours() -> None:
    assert woven(main("start(1);"), ONCE).detours == ()


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", ":", "contains no automaton"),
        ("state s", "1:1", "'automaton' was expected"),
        ("automaton a", ":", "has no state"),
        ("automaton a\nstate s\n on end -> error", "2:7", "no state is initial"),
        ("automaton a\nstate s initial\nstate t initial", "3:7", "is initial already"),
        ("automaton a\nstate s initial\n on call f -> t", "3:15", "no state 't'"),
        ("automaton a\nstate s initial\n on call f(x) -> error", "3:12", "no variable or constant 'x'"),
        ("automaton a\nconstant c = 1\nstate s initial\n on call f(?c) -> error", "4:13", "is a constant"),
        ("automaton a\nstate s initial\n on call f(_) if $2 == 1 -> error", "3:18", "has 1 arguments"),
        ("automaton a\nstate s initial\n on call f if $r -> error", "3:15", "known at a return only"),
        ("automaton a\nstate s initial\n on end if $1 -> error", "3:12", "has no arguments"),
        ("automaton a\nstate s initial\n on call f -> error\n on call f -> s", "4:2", "is there already, in line 3"),
        ("automaton a\nstate s initial\n on call f(_) -> error\n on call f(1) -> s", "4:2", "may both match"),
        ("automaton a\nstate s initial\n on call f if $1 > 2 -> error\n on call f if $1 < 4 -> s", "4:2", "may both match"),
        ("automaton a\nstate s initial\n on call f otherwise -> s\n on call f otherwise -> error", "4:2", "is there already"),
        ("automaton a\nstate s initial\n on call f(_) -> error\n on return f(_, _) -> s", "4:2", "f has 2 arguments here"),
        ("automaton a\nstate s initial\n on end -> error\nstate t", "4:7", "cannot be reached"),
        ("automaton a\nstate s initial\n on call f -> s", "2:7", "no transition leads to error"),
        ("automaton a\nstate s initial\nstate s", "3:7", "is declared twice"),
        ("automaton a\nstate s initial\n on call f(?x, ?x) -> error", "3:13", "no variable 'x'"),
        ("automaton a\nstate s initial\n on kall f -> error", "3:5", "is no event"),
        ("automaton a\nstate s initial\n on call f(1 2) -> error", "3:14", "',' was expected"),
        ("automaton a\nstate s initial\n on call f if -> error", "3:15", "a value was expected"),
        ("automaton a\nvariable v : char", "2:14", "the type 'char' is not known"),
        ('automaton a\ntitle "no end', "2:7", "no closing quote"),
        ("automaton a\nstate s initial\n on call f if $0 -> error", "3:15", "this is no argument"),
        ("automaton a\nconstant c = 99999999999999999999", "2:14", "more than 63 bits"),
        ("automaton a\nstate s initial\n on call f @ -> error", "3:12", "has no place here"),
        ("automaton a\nstate s initial\n on call f if " + "(" * 60 + " -> error", "3:", "nested too deeply"),
        ("automaton state", "1:11", "is a word of the format"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_with_its_place(text: str, place: str, message: str) -> None:
    error = refusal(text)
    assert message in error.message
    assert f"wrong.automaton{'' if place == ':' else ':' + place}" in f"{error.place} "


def test_a_near_name_is_proposed() -> None:
    assert refusal("automaton a\nstate idle initial\n on end -> error\n on call f -> idel").hint == "did you mean 'idle'?"


def test_conditions_that_exclude_each_other_are_deterministic() -> None:
    parse_automaton(
        "automaton a constant c = 4 variable v = 0 state s initial"
        " on call f if $1 == c && $2 -> error on call f if $1 == 5 -> s on call f if !($1 >= 2) && $1 != v -> s"
        " on return f if $r -> s on return f if !$r -> error"
    )


@pytest.mark.parametrize(
    ("text", "source", "message"),
    [
        ("on call start(_, _) -> error", main("start(1);"), "the pattern has 2 arguments, but start is called with 1"),
        ("on call start if $2 -> error", main("start(1);"), "$2: start is called with 1 arguments"),
        ("on return f if $r -> error", main("f();", "void f(void) { }"), "f returns nothing"),
        ("on call f if $1 -> error", main("f(0.5);", "void f(double d) { }"), "argument 1 of f has type double"),
        ("on call f(?v) -> s on end -> error", main("f(0);", "void f(int *p) { }"), "'v' is an int, but $1 of f is a pointer"),
    ],
)
def test_an_automaton_that_does_not_fit_the_program_is_refused(text: str, source: str, message: str) -> None:
    with pytest.raises(InputError, match=r"^<automaton>:\d+:\d+: automaton a: ") as caught:
        woven(source, f"automaton a variable v = 0 state s initial {text}")
    assert message in caught.value.message


def test_two_properties_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two properties have the name 'once'"):
        woven(main(""), ONCE, ONCE)


def test_the_protocols_are_found_by_name_and_others_by_file(tmp_path: Path) -> None:
    assert len(protocol_names()) == 14
    assert find_automaton("usb-urbs").origin == "LDV 68_1a"
    (tmp_path / "mine.automaton").write_text(ONCE)
    assert find_automaton(tmp_path / "mine.automaton") == load_automaton(tmp_path / "mine.automaton")
    with pytest.raises(InputError, match=r"did you mean usb-urbs"):
        find_automaton("usb-urb")
