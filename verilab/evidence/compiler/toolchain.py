"""gcc and its binary utilities: calls that can be cancelled, and what they can build for a data model."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO

from verilab.data_classes import dataclass
from verilab.processes.forks import before_forks, no_fork
from verilab.program.types import DataModel
from verilab.resources import wait_preparing

COMPILE_SECONDS = 60.0
_QUESTION_SECONDS = 10.0
_LANGUAGE = {"LC_ALL": "C"}  # complaints are read: in English and with plain quotation marks
_ELF_OF_32_BITS = b"\x7fELF\x01"
RUNTIME = Path(__file__).parent / "runtime"


class ToolError(Exception):
    """A compiler or linker call failed; the message is its complaint."""


class Cancelled(Exception):
    """Nobody wants the result of the call any more."""


class Tools:
    """Calls of external programs in one directory, of at most so many ``seconds``.

    ``cancel`` ends the current one and forbids further ones.
    """

    def __init__(self, directory: Path, seconds: float = COMPILE_SECONDS) -> None:
        self.directory = directory
        self.seconds = seconds
        self._lock = threading.Lock()
        self._cancelled = False
        self._current: subprocess.Popen[bytes] | None = None

    def call(self, command: Sequence[str]) -> str:
        """The program's standard output; ToolError where it fails or takes too long, Cancelled after ``cancel``."""
        with tempfile.TemporaryFile("w+", errors="replace") as output, tempfile.TemporaryFile("w+", errors="replace") as complaint:
            code, late = self._run(command, output, complaint)
            if late:
                raise ToolError(f"{command[0]} takes more than {self.seconds:.0f} s")
            if self._cancelled:
                raise Cancelled
            output.seek(0)
            complaint.seek(0)
            if code:
                raise ToolError(complaint.read().strip() or f"{command[0]} fails with exit code {code}")
            return output.read()

    def _run(self, command: Sequence[str], output: IO[str], complaint: IO[str]) -> tuple[int, bool]:
        """The command's return code, and whether it was ended for taking too long."""
        with self._lock:
            if self._cancelled:
                raise Cancelled
            with no_fork():
                process = self._current = subprocess.Popen(
                    list(command),
                    cwd=self.directory,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=complaint,
                    env=os.environ | _LANGUAGE | {"TMPDIR": str(self.directory)},
                    process_group=0,
                )
        late = threading.Event()

        def end() -> None:
            with self._lock:
                if self._current is process:
                    late.set()
                    _kill(process)

        timer = threading.Timer(self.seconds, end)
        timer.daemon = True
        timer.start()
        try:
            return wait_preparing(process), late.is_set()
        finally:
            timer.cancel()
            with self._lock:
                self._current = None

    def cancel(self) -> None:
        """End the current call at once, with all that it has started."""
        with self._lock:
            self._cancelled = True
            if self._current is not None:
                _kill(self._current)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended
        os.killpg(process.pid, signal.SIGKILL)


def machine_option(model: DataModel) -> str:
    """gcc's option for the data model."""
    return "-m32" if model is DataModel.ILP32 else "-m64"


def floating_options(model: DataModel) -> tuple[str, ...]:
    """gcc's options with which results have the precision of their type on ILP32, too, as on x86-64; layouts stay as they are without."""
    return ("-msse2", "-mfpmath=sse", "-mno-mmx") if model is DataModel.ILP32 else ()


@dataclass(frozen=True, slots=True)
class Compiler:
    """What there is for a data model: ``hosted`` with its C library, else objects only, which our own runtime makes programs of."""

    version: str
    hosted: bool
    multiarch: str = ""

    @property
    def position(self) -> tuple[str, ...]:
        """How a program is compiled: at its own addresses where there is no library, else as gcc does (kernel code forbids -fPIC)."""
        return () if self.hosted else ("-fno-pic", "-fno-stack-protector")

    @property
    def headers(self) -> tuple[str, ...]:
        """Where headers are looked for at last: those of 64 bits serve 32 as well, but for one file that is empty."""
        if self.hosted:
            return ()
        system = [f"-idirafter/usr/include/{self.multiarch}"] if self.multiarch else []
        return (*system, f"-idirafter{RUNTIME / 'freestanding' / 'include'}")

    @property
    def linking(self) -> tuple[tuple[str, ...], ...]:
        """The linker's options and libraries, those that are tried first first: of two linkers the one that takes half of the time.

        Never to be moved in memory: the assembly of drivers writes addresses into fields of 32 bits.
        """
        if not self.hosted:
            return (("-nostdlib", "-static", "-no-pie"),)
        standard = ("-no-pie", "-lm", "-lpthread")
        return (("-fuse-ld=gold", *standard), standard) if has_gold() else (standard,)

    def __str__(self) -> str:
        return f"gcc {self.version}" + ("" if self.hosted else " (freestanding)")


@lru_cache
def compiler_for(model: DataModel) -> Compiler | None:
    """What compiles for the data model here; None where nothing does."""
    # What is seen to be there needs no trial, which would cost as much as a small program.
    on_x86_64 = platform.machine() in ("x86_64", "AMD64")
    if model is DataModel.LP64:
        version = version_with(None) if on_x86_64 else None
        return None if version is None else Compiler(version, True)
    option = machine_option(model)
    version = version_with(None) if on_x86_64 and has_start_files_of_32_bits() else gcc_version(option)
    if version is not None:
        return Compiler(version, True)
    version = version_with([option, "-c"])
    return None if version is None else Compiler(version, False, multiarch())


before_forks(lambda: [compiler_for(model) for model in DataModel])


@lru_cache
def has_gold() -> bool:
    """Whether there is binutils' other linker."""
    return shutil.which("ld.gold") is not None


def has_start_files_of_32_bits() -> bool:
    """Whether gcc has what every 32-bit program starts with: the C library's part and its own."""
    return all(map(_is_of_32_bits, ("crt1.o", "crtbegin.o")))


def _is_of_32_bits(part: str) -> bool:
    """Whether the object of that name which gcc links with -m32 is of 32 bits: where there is no such one, it may name that of 64 bits."""
    try:
        with open(_gcc_answer("-m32", f"-print-file-name={part}"), "rb") as file:
            return file.read(len(_ELF_OF_32_BITS)) == _ELF_OF_32_BITS
    except (OSError, ToolError):
        return False


def multiarch() -> str:
    """The folder of headers that differ by machine, "" where there is none."""
    return _gcc_answer("-print-multiarch")


def _gcc_answer(*options: str) -> str:
    return Tools(Path(tempfile.gettempdir()), _QUESTION_SECONDS).call(["gcc", *options]).strip()


@lru_cache
def gcc_version(model: str) -> str | None:
    """gcc's version where it compiles and links with ``-m32`` or ``-m64`` and objcopy is there, else None."""
    return version_with([model])


def linked(tools: Tools, command: Sequence[str], compiler: Compiler, output: str) -> None:
    """Make ``output`` by the first linker that can; raises ToolError with the last one's complaint, at once where a symbol is missing."""
    for options in compiler.linking:
        try:
            tools.call([*command, *options, "-o", output])
            return
        except ToolError as failure:
            if options == compiler.linking[-1] or missing_symbols(failure):
                raise


def missing_symbols(failure: ToolError) -> list[str]:
    """What the linker says that nobody defines."""
    return sorted(set(re.findall(r"undefined reference to [`'](\w+)'", str(failure))))


def version_with(options: list[str] | None) -> str | None:
    """gcc's version where it takes an empty program with these options (None: without a trial), else None."""
    if any(shutil.which(tool) is None for tool in ("gcc", "objcopy", "objdump")):
        return None
    with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
        Path(directory, "empty.c").write_text("int main(void) { return 0; }\n")
        tools = Tools(Path(directory))
        try:
            if options is not None:
                tools.call(["gcc", *options, "empty.c", "-o", "empty"])
            return tools.call(["gcc", "-dumpfullversion"]).strip()
        except (ToolError, OSError):
            return None
