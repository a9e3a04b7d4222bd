"""From a program's source to an executable that runs it on seeds: compiled as it is, with bodies for what nobody defines.

The error functions of the property are ours whatever the program makes of them: its calls go through symbols, which are made weak.
A static one cannot be replaced from outside, so a call of ours is put at the start of its body.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import field
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.evidence.compiler.claims.conditions import WatchedStatement
from verilab.evidence.compiler.claims.insertion import Insertion, inserted
from verilab.evidence.compiler.claims.places import ALLOCATORS, ClaimedPlace
from verilab.evidence.compiler.claims.places import tables as tables_of_claims
from verilab.evidence.compiler.driver_object import driver_object
from verilab.evidence.compiler.externals import (
    CHARACTER_CLASSES,
    PROLOGUE,
    SIZES,
    External,
    body,
    error_functions,
    guarded,
    tables,
    variables,
)
from verilab.evidence.compiler.harness import LABEL_FUNCTION, instrument_label
from verilab.evidence.compiler.inline_functions import GNU89_INLINE, is_needed
from verilab.evidence.compiler.library import FROM_ENVIRONMENT, library_defines
from verilab.evidence.compiler.prototypes import Prototype, read_prototypes, without_return
from verilab.evidence.compiler.provided_memory import ALLOCATING, PROVIDING, UNPROVIDED, WORDS, has_patterns, with_addresses
from verilab.evidence.compiler.toolchain import Compiler, ToolError, Tools, floating_options, linked, machine_option, missing_symbols
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel

_FLAGS = ("-std=gnu11", "-w", "-O0", "-fno-inline", "-fno-builtin", "-fno-strict-aliasing", "-pipe", "-D__NO_CTYPE")
# Not undefined on x86 with gcc, whatever the standard says: unaligned accesses, and bits shifted into the sign.
UNDEFINED = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-fno-sanitize=alignment,shift-base")
_FAST = ("-O2", "-fno-ipa-pure-const", "-fno-ipa-modref", "-fno-ipa-reference")
"""A call of a function with an empty body is one of ours behind the linker."""
_COVERED = "-fsanitize-coverage=trace-pc,trace-cmp"
"""Of the first build: each basic block tells that it is reached, and each comparison its sides, which guides the search for the error."""
# A weak one, which has a "w" among its flags, may stay undefined: it is null.  (nm takes ten times as long where it has plug-ins.)
_UNDEFINED_SYMBOL = re.compile(r"^[0-9a-f]+ [^w]{7} \*UND\*\t[0-9a-f]+ (?:\.\w+ )?(\S+)$", re.MULTILINE)
_LINES = re.compile(r"^[ \t]*#[ \t]*(?:line\b|\d)", re.MULTILINE)
_DEFINITION = re.compile(r"^[ \t]*#[ \t]*(?:define|include)\b", re.MULTILINE)
_PLAIN = "plain.c"
MOST_BYTES = 1 << 29
"""Of all objects that are declared only."""
_LARGE = 400_000
"""Characters of source above which the first build has no sanitizer: it takes seconds."""


@dataclass(frozen=True, slots=True)
class Source:
    """The program's text as it is compiled, where its includes are looked for, and what reaches the error."""

    text: str
    folder: Path
    convention: ErrorConvention
    original: str = ""
    name: str = ""

    @staticmethod
    def read(path: Path, convention: ErrorConvention) -> Source:
        """The file's text with calls of ours behind labels and at the start of static error functions."""
        return Source.of(path.read_text(encoding="latin-1"), path.parent.resolve(), convention, path.name)

    @staticmethod
    def of(original: str, folder: Path, convention: ErrorConvention, name: str = "") -> Source:
        """A program's text with these calls."""
        text = original
        for label in convention.labels:
            if re.search(rf"\b{re.escape(label)}\s*:", text):
                text = instrument_label(text, label)
        for function in convention.functions:
            body_of = re.compile(rf"(\bstatic\b[^;{{}}()]*\b{re.escape(function)}\s*\([^;{{}}()]*\)\s*\{{)")
            if body_of.search(text):
                text = f"extern void {LABEL_FUNCTION}(void);\n#line 1\n" + body_of.sub(rf"\1 {LABEL_FUNCTION}();", text)
        return Source(text, folder, convention, original, name)


@dataclass(slots=True)
class Executable:
    """A built program; ``inputs`` names the external functions by the numbers that the driver knows them by."""

    path: Path
    inputs: list[str] = field(default_factory=list)
    sanitized: bool = False


@dataclass(frozen=True, slots=True)
class Claimed:
    """A program with claims in it: the places that are, and the numbers of the conditions that it watches."""

    executable: Executable
    places: list[int]
    watched: set[int]


class Builder:
    """Builds a source in the directory of its tools; raises ToolError and Cancelled.

    ``provides``: pointers that nobody has set lead to memory, see ``provided_memory``.
    """

    def __init__(self, source: Source, model: DataModel, compiler: Compiler, tools: Tools, *, provides: bool = False) -> None:
        self.source = source
        self._provides = provides
        self._model = model
        self._tools = tools
        self._compiler = compiler
        self._gcc_options = (machine_option(model), *floating_options(model), *_FLAGS, *compiler.position)
        self._externals: list[External] = []
        self._prototypes: dict[str, Prototype] = {}
        self._options: tuple[str, ...] = ()
        self._trailer = ""
        self._reads = False
        self._guarded: list[str] = []
        self._first: Executable | None = None
        self._preprocessed = ""
        self._patterns_are_own = False
        self._bytes: dict[str, int] = {}

    def build(self) -> Executable:
        """The first build: fast, undefined behaviour trapped where that costs little."""
        sanitizers = () if len(self.source.text) > _LARGE else UNDEFINED
        self._first = self._built(sanitizers, (*sanitizers, _COVERED))
        # Where no library has the address sanitizer there is nothing stricter.
        self._first.sanitized = bool(sanitizers) and not self._compiler.hosted
        return self._first

    def build_once(self) -> Executable:
        """The program with all sanitizers, without the first build."""
        sanitizers = self._sanitizers()
        executable = self._built(sanitizers, sanitizers)
        executable.sanitized = True
        return executable

    def build_plain(self) -> Executable:
        """The program as the compiler makes it of its text, without a sanitizer: these also exchange the operands of shifts and divisions,
        whose order C leaves open where calls are among them.
        """
        return self._built((), ())

    def build_fast(self) -> Executable:
        """The program as the compiler optimizes it: where its behaviour is undefined it may do anything."""
        return self._built((), _FAST)

    def _sanitizers(self) -> tuple[str, ...]:
        return ("-fsanitize=address", *UNDEFINED) if self._compiler.hosted else UNDEFINED

    def _built(self, sanitizers: Collection[str], flags: Collection[str]) -> Executable:
        self._write("task.c", self.source.text)
        self._compile_task("task", flags)
        undefined = self._undefined("task.o")
        if is_needed(self.source.text, undefined):
            self._options = (GNU89_INLINE,)
            self._compile_task("task", flags)
            undefined = self._undefined("task.o")
        self._externals = self._external_functions(undefined)
        of_the_program = [external for external in self._externals if not external.is_plain]
        if of_the_program:
            self._compile_with_bodies(of_the_program, flags)
        return self._link("task", sanitizers)

    def build_sanitized(self) -> Executable:
        """The same program, ended by every undefined behaviour that the compiler's sanitizers know; after ``build``."""
        if not self._compiler.hosted and self._first is not None and self._first.sanitized:
            return self._first
        sanitizers = self._sanitizers()
        self._write("checked.c", self.source.text + self._trailer)
        self._compile_task("checked", sanitizers)
        executable = self._link("checked", sanitizers)
        executable.sanitized = True
        return executable

    def build_claimed(
        self, places: Sequence[ClaimedPlace], statements: Sequence[WatchedStatement] = (), *, sanitized: bool = False
    ) -> Claimed | None:
        """The program with the claims of a proof in it, and with the conditions of these statements watched; None where no place is found.

        After ``build``; ``sanitized`` as in ``build_sanitized``.  A line on which the compiler does not understand what is new keeps none.
        """
        sanitizers = (
            *UNDEFINED,
            "-fsanitize=bounds-strict",
            *(("-fsanitize=address",) if sanitized and self._compiler.hosted else ()),
        )
        name = "guarded" if sanitized else "claimed"
        left: Sequence[ClaimedPlace | None] = places
        for last in (False, True):
            insertion = self._inserted(left, statements)
            if not insertion.places and not insertion.watched:
                return None
            source = Source.of(insertion.text, self.source.folder, self.source.convention)
            self._write(f"{name}.c", source.text + self._trailer)
            try:
                self._compile_task(name, (*sanitizers, "-fsanitize-coverage=trace-cmp"))
                break
            except ToolError as failure:
                refused = {int(line) for line in re.findall(r"^[^\s:]+:(\d+):\d+: error", str(failure), re.MULTILINE)}
                if last or not refused:
                    raise
                left = [place if place.line not in refused else None for place in places]
                statements = [statement for statement in statements if statement.line not in refused]
        executable = self._link(name, sanitizers, tables_of_claims(places))
        executable.sanitized = sanitized
        return Claimed(executable, insertion.places, insertion.watched)

    def _inserted(self, places: Sequence[ClaimedPlace | None], statements: Sequence[WatchedStatement]) -> Insertion:
        """Into the source; into its preprocessed text where more of the places and statements are found there."""
        insertion = inserted(self.source.original, places, statements)
        wanted = sum(number is not None for statement in statements for number in statement.numbers)
        is_whole = len(insertion.watched) == wanted and len(insertion.places) == sum(place is not None for place in places)
        if is_whole or _LINES.search(self.source.original) or not _DEFINITION.search(self.source.original):
            return insertion
        if not self._preprocessed:
            self._write(_PLAIN, self.source.original)
            includes = [f"-I{self.source.folder}", *self._compiler.headers]
            try:
                self._gcc(*self._options, *includes, "-E", _PLAIN, "-o", "preprocessed.i")
            except ToolError:
                return insertion
            self._preprocessed = (self._tools.directory / "preprocessed.i").read_text(encoding="latin-1")
        other = inserted(self._preprocessed, places, statements, main=_PLAIN)
        # Claims found false are compiled again without the statements, and have to be in that text too: they come first.
        ours, theirs = ((len(attempt.places), len(attempt.watched)) for attempt in (insertion, other))
        return other if theirs > ours and theirs[1] >= ours[1] else insertion

    def _write(self, name: str, text: str) -> None:
        (self._tools.directory / name).write_text(text, encoding="latin-1")

    def _gcc(self, *arguments: str) -> None:
        self._tools.call(["gcc", *self._gcc_options, *arguments])

    def _compile_task(self, name: str, flags: Collection[str]) -> None:
        includes = [f"-I{self.source.folder}", *self._compiler.headers]
        options = (*self._options, *flags, *includes)
        if self._provides:
            self._gcc(*options, *PROVIDING, "-S", f"{name}.c", "-aux-info", "prototypes")
            assembly = self._tools.directory / f"{name}.s"
            text = assembly.read_text(encoding="latin-1")
            if not self._patterns_are_own and has_patterns(text, self._model):
                self._check_patterns(name, includes)
            assembly.write_text(with_addresses(text, self._model), encoding="latin-1")
            self._gcc("-c", f"{name}.s")
        else:
            self._gcc(*options, "-c", f"{name}.c", "-aux-info", "prototypes")
        if not self._prototypes:
            self._prototypes = read_prototypes((self._tools.directory / "prototypes").read_text(encoding="latin-1"))
        weak = [f"--weaken-symbol={name}" for name in sorted(self.source.convention.functions)]
        # With flags, for a section of the type of constructors is one to some linkers, whatever its name: these would run twice.
        constructors = ".init_array=verilab_constructors,alloc,load,data,contents"
        moved = ["--redefine-sym", "main=verilab_program_main", "--rename-section", constructors]
        own = [option for function in ALLOCATING for option in ("--redefine-sym", f"{function}=verilab_{function}")] * self._provides
        self._tools.call(["objcopy", *weak, *moved, *own, f"{name}.o"])

    def _check_patterns(self, name: str, includes: Sequence[str]) -> None:
        """ToolError where the program has the pattern of what nobody has set as a value of its own, which is no address."""
        self._gcc(*self._options, *includes, "-S", f"{name}.c", "-o", "plain.s")
        if has_patterns((self._tools.directory / "plain.s").read_text(encoding="latin-1"), self._model):
            raise ToolError("error: memory is not provided for a program that has the compiler's pattern among its own values")
        self._patterns_are_own = True

    def _undefined(self, name: str) -> list[str]:
        """The symbols that neither the program nor the C library defines, the error functions aside."""
        symbols = _UNDEFINED_SYMBOL.findall(self._tools.call(["objdump", "-t", name]))
        if self._provides and not UNPROVIDED.isdisjoint(symbols):
            raise ToolError(f"error: memory is not provided for a program with {', '.join(sorted(UNPROVIDED.intersection(symbols)))}")
        self._reads |= not FROM_ENVIRONMENT.isdisjoint(symbols)
        self._guarded = sorted(CHARACTER_CLASSES.intersection(symbols))
        known = {*self.source.convention.functions, LABEL_FUNCTION}
        return [name for name in symbols if name not in known and not library_defines(name)]

    def _external_functions(self, undefined: Collection[str]) -> list[External]:
        ending = without_return(undefined, self.source.text)
        declared = [self._prototypes[name] for name in undefined if name in self._prototypes]
        return [
            External(number, prototype, prototype.returns and prototype.name not in ending) for number, prototype in enumerate(declared)
        ]

    def _compile_with_bodies(self, externals: Collection[External], flags: Collection[str]) -> None:
        """Compile the program again with these bodies behind it; types without a size are learned from the compiler's complaint."""
        incomplete: set[str] = set()
        for last in (False, True):
            self._trailer = "\n" + PROLOGUE + "\n".join(body(external, incomplete) for external in externals) + "\n"
            self._write("task.c", self.source.text + self._trailer)
            try:
                self._compile_task("task", flags)
                break
            except ToolError as failure:
                incomplete.update(re.findall(r"incomplete type '(?:const )?([^']*)'", str(failure)))
                if last or not incomplete:
                    raise

    def _sizes(self, names: Sequence[str]) -> dict[str, int]:
        """Enough bytes for each of the objects, as the compiler complains of those that are larger.  ToolError where it is too much."""
        unknown = [name for name in names if name not in self._bytes]
        if unknown:
            failing = [f'_Static_assert(sizeof({name}) <= {size}, "verilab {name}");' for name in unknown for size in SIZES]
            self._write("sizes.c", self.source.text + self._trailer + "\n" + "\n".join(failing) + "\n")
            complaints = ""
            try:
                includes = [f"-I{self.source.folder}", *self._compiler.headers]
                self._gcc(*self._options, *includes, "-fsyntax-only", "-fmax-errors=0", "sizes.c")
            except ToolError as failure:
                complaints = str(failure)
            passed = Counter(re.findall(r'static assertion failed: "verilab (\w+)"', complaints))
            if passed and max(passed.values()) == len(SIZES):
                raise ToolError("error: an object that is declared only is too large")
            self._bytes.update({name: SIZES[passed[name]] for name in unknown})
        sizes = {name: self._bytes[name] for name in names}
        if sum(sizes.values()) > MOST_BYTES:
            raise ToolError("error: the objects that are declared only are too large")
        return sizes

    def _link(self, name: str, sanitizers: Collection[str], claims: str = "") -> Executable:
        main = self._prototypes.get("main")
        reads = self._reads or (main is not None and bool(main.parameters))
        bodies = [body(external) for external in self._externals if external.is_plain]
        errors = error_functions([*sorted(self.source.convention.functions), LABEL_FUNCTION])
        words = len(self._externals) if self._provides else None
        generated = [PROLOGUE, tables(self.source.text, reads, words), *bodies, errors, guarded(self._guarded), claims]
        wrapped = [f"-Wl,--wrap={name}" for name in (*self._guarded, *(ALLOCATORS if claims else ()))]
        driver = driver_object(self._tools, self._compiler, (*self._gcc_options, *sanitizers))
        # What only the linker knows to be missing are objects, and functions that are called through no declaration.
        missing: list[str] = []
        for last in (False, True):
            self._write("bodies.c", "\n".join([*generated, variables(self._sizes(missing))]))
            try:
                objects = ["bodies.c", f"{name}.o", str(driver)]
                linked(self._tools, ["gcc", *self._gcc_options, *sanitizers, *wrapped, *objects], self._compiler, name)
                break
            except ToolError as failure:
                missing = missing_symbols(failure)
                if last or not missing:
                    raise
                if not self._compiler.hosted and any(map(library_defines, missing)):
                    raise ToolError(f"there is no 32-bit C library for {', '.join(filter(library_defines, missing))}") from None
        inputs = [external.prototype.name for external in self._externals]
        return Executable(self._tools.directory / name, [*inputs, *([WORDS] * self._provides)])
