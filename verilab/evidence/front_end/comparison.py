"""One compilation of the program's own text, behind which stands what the front end believes of it: layouts and initial images compared,
and the results of functions that it found no declaration of.

The compiler writes an object file, which nobody runs.  A question that it refuses is left out; where it refuses the program itself,
nothing is compared.  That a text was found to be alike is kept from run to run.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from verilab.cache import cache_folder, keep
from verilab.data_classes import dataclass
from verilab.evidence.compiler.prototypes import Prototype, read_prototypes
from verilab.evidence.compiler.toolchain import Compiler, ToolError, Tools, compiler_for, floating_options, machine_option
from verilab.evidence.front_end.initial_image import expected_objects, image_difference
from verilab.evidence.front_end.layout import FILE, NAME, Question, as_c, difference, questions
from verilab.evidence.front_end.object_files import MalformedObjectError, ObjectFile
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.cfa import Program
from verilab.program.declared import UndeclaredFunction
from verilab.program.syntax.preprocessing.predefined import STUBS
from verilab.program.types import DataModel
from verilab.resources import Deadline

Compiled = tuple[ObjectFile, dict[int, Question], dict[str, Prototype]]
SECONDS = 20.0
_FLAGS = ("-std=gnu11", "-w", "-O0", "-fno-strict-aliasing", "-fcommon", "-fmax-errors=0", "-D__NO_CTYPE")
_REFUSED = re.compile(rf"^{FILE}:(\d+)(?::\d+)?: error:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Task:
    """A program's source file and what it was lowered to."""

    source: Path
    program: Program

    @property
    def model(self) -> DataModel:
        return self.program.data_model


def compare_with_compiler(task: Task, deadline: Deadline | None = None, compiler: Compiler | None = None) -> CheckResult:
    """Rejected with the place where layout or image differ; Unchecked where no compiler says anything about the program."""
    compiler = compiler or compiler_for(task.model)
    if compiler is None:
        return Unchecked(f"no gcc compiles for {task.model.value} here")
    if task.program.declared is None:
        return Unchecked("nothing is known of the program's declarations")
    asked = questions(task.program.declared, task.model, _is_of_the_program)
    text = task.source.read_text(encoding="latin-1")
    expected = expected_objects(task.program)
    undeclared = task.program.declared.undeclared
    if not asked and not expected and not undeclared:
        return Accepted(f"layout by {compiler}")
    kept = _kept(task, text, compiler, (asked, expected, undeclared))
    if kept is not None and kept.exists():
        return Accepted(f"layout by {compiler}")
    remaining = (deadline or Deadline()).within(SECONDS).remaining()
    try:
        with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
            tools = Tools(Path(directory), remaining if remaining is not None else SECONDS)
            compiled, answered, prototypes = _compile(task, text, dict(enumerate(asked, 1)), compiler, tools)
    except (ToolError, OSError, MalformedObjectError) as failure:
        complaints = [line for line in str(failure).splitlines() if "rror" in line] or [str(failure) or type(failure).__name__]
        return Unchecked(f"gcc: {complaints[0][:300]}")
    mismatch = (
        _layout_difference(compiled, answered)
        or image_difference(task.program, expected, compiled)
        or _result_difference(undeclared, prototypes)
    )
    if mismatch is not None:
        return Rejected(f"layout differs from the compiler's at {mismatch}", str(compiler))
    if kept is not None:
        keep(kept, b"")
    return Accepted(f"layout by {compiler}")


def _is_of_the_program(file: str) -> bool:
    """What our own headers declare is not what the system's do."""
    return not file.startswith((str(STUBS), "<"))


def _compile(task: Task, text: str, asked: dict[int, Question], compiler: Compiler, tools: Tools) -> Compiled:
    """The object file, the questions that are answered in it, and what the compiler says of the functions that it knows."""
    options = [machine_option(task.model), *floating_options(task.model), *_FLAGS, *compiler.position]
    # Headers of 64 bits do not say how large the library's types are in 32: where there are no others, ours have to do.
    headers = () if compiler.hosted else ("-nostdinc", "-isystem", str(STUBS))
    includes = [f"-I{task.source.parent.resolve()}", *headers]
    source, output, functions = (tools.directory / name for name in ("compared.c", "compared.o", "compared.aux"))
    for last in (False, False, True):
        source.write_text(text + (as_c(asked) if asked else ""), encoding="latin-1")
        try:
            tools.call(["gcc", *options, *includes, "-c", source.name, "-o", output.name, "-aux-info", functions.name])
            break
        except ToolError as failure:
            refused = {int(number) for number in _REFUSED.findall(str(failure))}
            if last or not refused:
                raise
            asked = {number: question for number, question in asked.items() if number not in refused}
    return ObjectFile(output.read_bytes()), asked, read_prototypes(functions.read_text(encoding="latin-1"))


def _layout_difference(compiled: ObjectFile, asked: dict[int, Question]) -> str | None:
    symbols = {symbol.name: symbol for symbol in compiled.symbols if symbol.name.startswith(NAME)}
    for number, question in asked.items():
        symbol = symbols.get(f"{NAME}{number}")
        image = None if symbol is None else compiled.image(symbol)
        answer = None if image is None else difference(question, image.content)
        if answer is not None:
            return f"{question.position}: {answer}"
    return None


def _result_difference(undeclared: Sequence[UndeclaredFunction], prototypes: Mapping[str, Prototype]) -> str | None:
    for function in undeclared:
        prototype = prototypes.get(function.name)
        if prototype is not None and not prototype.implicit and prototype.result != "int":
            return f"{function.position}: {function.name} returns int for us and {prototype.result} for the compiler"
    return None


def _kept(task: Task, text: str, compiler: Compiler, believed: object) -> Path | None:
    """The file that says that this text was found to be what we believe; None where the text is not all: it includes files of its own."""
    if re.search(r'^[ \t]*#[ \t]*include[ \t]*"', text, re.MULTILINE):
        return None
    digest = hashlib.sha256()
    for part in (str(compiler), task.model.value, repr(believed), repr(sorted(task.program.addresses.items())), text):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    try:
        return cache_folder() / "alike" / digest.hexdigest()
    except RuntimeError:
        return None
