"""Recursive programs for tests, and the tools that a search for contracts takes."""

from __future__ import annotations

from pysmt.environment import Environment

from verilab.other_engines.recursion.checking import LoopFreeCheck
from verilab.other_engines.recursion.search import Answer, ContractSearch
from verilab.program.cfa import Program
from verilab.program.lowering import LoweringOptions, lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.resources import Deadline
from verilab.solving.registry import load_backend

PRELUDE = """
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
void check(int holds) { if (!holds) reach_error(); }
int between(int low, int high) { int x = __VERIFIER_nondet_int(); if (x < low || x > high) abort(); return x; }
"""
FIBONACCI = "int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }\n"
MCCARTHY = "int f91(int x) { if (x > 100) return x - 10; return f91(f91(x + 11)); }\n"
ACKERMANN = """
int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
"""


def recursive(text: str) -> Program:
    """The program with its recursive calls; raises NotModular."""
    unit = parse_text(PRELUDE + text, "program.c", DataModel.ILP32)
    return lower(unit, DataModel.ILP32, options=LoweringOptions(recursive_calls=True))


def loop_free(program: Program, environment: Environment) -> LoopFreeCheck:
    """The errors of a program without loops, by z3."""
    backend = load_backend("z3")
    return LoopFreeCheck(program, environment, lambda: backend.session(environment, logic="QF_BV"), 10.0)


def searched(program: Program, environment: Environment | None = None) -> Answer:
    """What a search for contracts comes to."""
    shared = environment or Environment()
    return ContractSearch(program, lambda built: loop_free(built, shared), Deadline(60.0)).run()
