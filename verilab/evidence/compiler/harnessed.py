"""A program's own text, compiled as it is and linked with a harness.

A source may define ``reach_error`` in its own way.  It is compiled without inlining, so that calls of global functions go through
their symbols, and objcopy makes those symbols weak: the harness's definitions win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.evidence.compiler.inline_functions import GNU89_INLINE, is_needed
from verilab.evidence.compiler.toolchain import RUNTIME, Compiler, ToolError, Tools, linked, missing_symbols

_FLAGS = ("-std=gnu11", "-w", "-O0", "-fno-inline", "-fno-builtin", "-fno-strict-aliasing")


@dataclass(frozen=True, slots=True)
class HarnessedProgram:
    """``text`` is the program's, whose headers lie in ``folder``; ``harness`` defines what is ``replaced`` in it.

    ``machine``: options by which both are compiled and linked for the data model.  ``flags``: more that both are compiled with.
    ``sanitizers``: what the program is compiled and linked with.  ``initialising``: the option that gives its automatic variables values,
    left out where the compiler does not know it.
    """

    text: str
    folder: Path
    harness: str
    replaced: Sequence[str]
    machine: Sequence[str]
    initialising: str
    flags: Sequence[str] = ()
    sanitizers: Sequence[str] = ()

    def build(self, tools: Tools, compiler: Compiler, stubs: Callable[[list[str]], str] | None = None) -> Path:
        """The executable; ``stubs``: C for the symbols that nobody defines.  ToolError where there is none."""
        directory = tools.directory
        (directory / "task.c").write_text(self.text, encoding="latin-1")
        (directory / "harness.c").write_text(self.harness)
        gcc = ["gcc", *self.machine, *_FLAGS, *self.flags, *compiler.position]
        self._compile(tools, gcc, compiler)
        tools.call([*gcc, "-c", "harness.c"])
        objects = ["task.o", "harness.o"]
        if not compiler.hosted:
            tools.call([*gcc, "-c", str(RUNTIME / "freestanding" / "library.c"), "-o", "library.o"])
            objects.append("library.o")
        command = ["gcc", *self.machine, *self.sanitizers, *objects]
        failure = _link(tools, command, compiler)
        if failure is not None and is_needed(self.text, missing_symbols(failure)):
            self._compile(tools, gcc, compiler, GNU89_INLINE)
            failure = _link(tools, command, compiler)
        if failure is not None:
            if stubs is None:
                raise failure
            (directory / "stubs.c").write_text(stubs(missing_symbols(failure)))
            tools.call([*gcc, "-c", "stubs.c"])
            linked(tools, [*command, "stubs.o"], compiler, "task")
        return directory / "task"

    def _compile(self, tools: Tools, gcc: Sequence[str], compiler: Compiler, *options: str) -> None:
        command = [*gcc, *self.sanitizers, f"-I{self.folder}", *compiler.headers, "-c", "task.c", *options]
        try:
            tools.call([*command, self.initialising])
        except ToolError as failure:
            if self.initialising not in str(failure):
                raise
            tools.call(command)
        tools.call(["objcopy", *(f"--weaken-symbol={name}" for name in self.replaced), "task.o"])


def _link(tools: Tools, command: Sequence[str], compiler: Compiler) -> ToolError | None:
    """The linker's complaint where nobody defines some symbols; it is raised where it is another one."""
    try:
        linked(tools, command, compiler, "task")
    except ToolError as failure:
        if not missing_symbols(failure):
            raise
        return failure
    return None
