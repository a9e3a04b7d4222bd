"""Running small C programs in tests: the front end, then the concrete interpreter; and gcc, to check the claims themselves."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from verilab.evidence.compiler.toolchain import gcc_version
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended, ReachedError, Run
from verilab.program.cfa import Edge, Program
from verilab.program.lowering import LoweringOptions, lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

ILP32, LP64 = DataModel.ILP32, DataModel.LP64
PRELUDE = """
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(SIZE);
extern void *memset(void *, int, SIZE);
extern void *memcpy(void *, const void *, SIZE);
"""
GCC_BODIES = """
void __builtin_exit(int);
void reach_error(void) { __builtin_exit(77); }
"""


def source(text: str, model: DataModel) -> str:
    """The program with the prelude, without macros: ``CHECK(e)`` is ``if (!(e)) reach_error()``."""
    size = "unsigned int" if model is ILP32 else "unsigned long"
    text = (PRELUDE + text).replace("SIZE", size)
    pieces: list[str] = []
    start = 0
    while (check := text.find("CHECK(", start)) >= 0:
        end, depth = check + 6, 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        pieces += [text[start:check], "if (!(", text[check + 6 : end - 1], ")) reach_error()"]
        start = end
    return "".join([*pieces, text[start:]])


def program(text: str, model: DataModel = ILP32, errors: Iterable[str] = ("reach_error",), bound: int = 25) -> Program:
    """The automaton of a program; the prelude's declarations come first."""
    return lower(parse_text(source(text, model), "test.c", model), model, errors, "test", LoweringOptions(recursion_bound=bound))


def body(text: str, model: DataModel = ILP32) -> Program:
    """The automaton of ``int main(void) { text }``."""
    return program("int main(void) {" + text + "}", model)


def run(automaton: Program, *inputs: int) -> Run:
    """Run on these inputs, then zeros."""
    pending = list(inputs)

    def value(edge: Edge, type: IntType) -> int:
        return type.wrap(pending.pop(0)) if pending else 0

    return Interpreter(automaton).run(value, step_limit=1_000_000)


def verdict(automaton: Program, *inputs: int) -> str:
    """``"error"``, ``"returned"``, ``"blocked"``, or why the run stopped."""
    outcome = run(automaton, *inputs).outcome
    match outcome:
        case ReachedError():
            return "error"
        case Ended(how=how):
            return how
        case DependsOnImprecise(reason=reason):
            return f"imprecise: {reason}"
    return type(outcome).__name__


def gcc_verdict(text: str, model: DataModel, folder: Path) -> str | None:
    """What the compiled program does; None where no gcc compiles for the data model here."""
    file, binary = folder / "program.c", folder / "program"
    file.write_text(source(text, model) + GCC_BODIES)
    width = "-m32" if model is ILP32 else "-m64"
    if gcc_version(width) is None:
        return None
    command = ["gcc", "-w", "-O0", "-fwrapv", "-std=gnu17", width, str(file), "-o", str(binary), "-lm"]
    compiled = subprocess.run(command, capture_output=True, check=False, text=True)
    assert compiled.returncode == 0, compiled.stderr
    code = subprocess.run([str(binary)], capture_output=True, check=False, timeout=20).returncode
    return {0: "returned", 77: "error"}.get(code, f"exit code {code}")
