"""Runs of a built program on seed after seed: what the driver that is linked to it (``runtime/driver.c``) is asked, and what it tells."""

from __future__ import annotations

import contextlib
import struct
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence

from verilab.data_classes import dataclass
from verilab.evidence.compiler.building import Executable
from verilab.evidence.results import InputVector

_BEFORE_MAIN = 107
# Sanitizers reserve more addresses than any limit of a run, and use few of them.
_WITHOUT_LIMIT = 'ulimit -S -v unlimited 2>/dev/null; exec "$@"'
_FRESH = "max_malloc_fill_size=1073741824:malloc_fill_byte={}:allocator_may_return_null=0"
"""The address sanitizer's settings for what allocated memory holds; an allocation for which there is no room ends the run."""
_SANITIZED_FACTOR = 10
"""A sanitizer makes a run so many times slower."""


@dataclass(frozen=True, slots=True)
class Driven:
    """What the driver tells: how many runs there were, and of the one that reached the error its seed and the inputs that it chose.

    ``cut``: the runs that took too long; ``kept``: the inputs that covered anything new, in guided runs.  ``drew``: some run chose
    anything, so that another one may go another way.  ``unrecorded``: the run chose more than its ``inputs`` tell.

    Of a program with claims: ``passed`` is how often runs came to one; ``claim`` the place whose claim is false, for these ``values``;
    ``leapt`` the place where the run went on from a state that is not its own.
    """

    runs: int
    seed: int | None = None
    inputs: InputVector = ()
    cut: int = 0
    kept: int = 0
    drew: bool = False
    unrecorded: bool = False
    before_main: bool = False
    claim: int | None = None
    values: tuple[int, ...] = ()
    leapt: int | None = None
    passed: int = 0

    @property
    def first_inputs(self) -> str:
        """The first inputs, for a message."""
        if self.before_main:
            return ", before main"
        return ", inputs: " + ", ".join(f"{name} = {value}" for name, value in self.inputs[:8]) if self.inputs else ""


def drive(
    executable: Executable,
    seconds: float,
    *,
    first: int = 0,
    runs: int,
    milliseconds: int,
    vectors: Sequence[InputVector] = (),
    fresh: int | None = None,
) -> Driven:
    """Run the program for so many seconds, on the seeds from ``first``, until one run reaches the error; no run where there can be none.

    ``milliseconds``: what one run may take.  ``vectors``: the inputs that the first runs get.  ``fresh``: the byte that allocated memory is
    full of in a program with the address sanitizer; without it the seed says that.  While there are few runs the driver takes four times
    the seconds.
    """
    output = _output(executable, seconds, first, runs, milliseconds, vectors, fresh=fresh)
    return output if isinstance(output, Driven) else _driven(output.splitlines(), executable.inputs)


def _output(
    executable: Executable,
    seconds: float,
    first: int,
    runs: int,
    milliseconds: int,
    vectors: Sequence[InputVector],
    *mode: str,
    fresh: int | None = None,
) -> str | Driven:
    """What the driver writes; of a program that cannot be run, or reaches the error before main, what there is to be said."""
    numbers = {name: number for number, name in enumerate(executable.inputs)}
    steered = b"".join(_encoded(vector, numbers) for vector in vectors)
    limit = milliseconds * (_SANITIZED_FACTOR if executable.sanitized else 1)
    counts = [first, runs, int(seconds * 1000) + 1, limit, len(vectors)]
    try:
        process = subprocess.run(
            ["/bin/sh", "-c", _WITHOUT_LIMIT, "sh", str(executable.path), *map(str, counts), *mode],
            cwd=executable.path.parent,
            input=steered,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=5 * seconds + 10.0,  # the driver keeps its time itself
            env={"PATH": "/usr/bin:/bin"} | ({} if fresh is None else {"ASAN_OPTIONS": _FRESH.format(fresh)}),
        )
    except (subprocess.SubprocessError, OSError):
        return Driven(0)
    if process.returncode == _BEFORE_MAIN:
        return Driven(1, first, before_main=True)
    return process.stdout.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class WatchedDecision:
    """A decision of a run: the number of the condition, its truth, and whether the run went the other way by force."""

    condition: int
    outcome: bool
    forced: bool


@dataclass(frozen=True, slots=True)
class WatchedRun:
    """The beginning of a run with so many ``arguments``: what it decided as long as its ``inputs`` are all that it chose."""

    seed: int
    arguments: int
    inputs: InputVector
    decisions: tuple[WatchedDecision, ...]


@dataclass(frozen=True, slots=True)
class WatchedRuns:
    """Runs of a program that tells what these ``conditions`` decide; ``functions`` are those that it gets inputs from."""

    runs: Sequence[WatchedRun]
    conditions: Collection[int]
    functions: Collection[str]


def watch(executable: Executable, seconds: float, *, runs: int, milliseconds: int, vectors: Sequence[InputVector] = ()) -> list[WatchedRun]:
    """Run a program with watched conditions for so many seconds: what those of its runs decide that show anything new."""
    watched: list[WatchedRun] = []
    output = _output(executable, seconds, 0, runs, milliseconds, vectors, "watched")
    lines = [] if isinstance(output, Driven) else output.splitlines()
    seed, arguments, inputs, decisions = -1, 1, list[tuple[str, int]](), list[WatchedDecision]()
    if "." not in lines[-1:]:  # it was killed
        return []
    for line in (*lines, "run -1"):
        word, *numbers = line.split() or [""]
        with contextlib.suppress(ValueError, IndexError):  # a driver that was killed leaves half a line
            if word == "run":
                if seed >= 0:
                    watched.append(WatchedRun(seed, arguments, tuple(inputs), tuple(decisions)))
                seed, inputs, decisions = int(numbers[0]), [], []
            elif word == "arguments":
                arguments = int(numbers[0])
            elif word == "input":
                inputs.append((executable.inputs[int(numbers[0])], int(numbers[1])))
            elif word == "decided":
                number = int(numbers[0])
                decisions.append(WatchedDecision(number >> 2, bool(number & 2), bool(number & 1)))
    return watched


class GuidedRuns:
    """A driver that learns which inputs cover new code, and goes on from where it was whenever it is asked.

    Raises OSError where it cannot be started.  To be closed.
    """

    def __init__(self, executable: Executable, runs: int) -> None:
        self._names = executable.inputs
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", _WITHOUT_LIMIT, "sh", str(executable.path), "0", str(runs), "0", "0", "0", "guided"],
            cwd=executable.path.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin"},
        )

    def go_on(self, seconds: float, *, milliseconds: int, blocks: int = 0) -> Driven:
        """Run for so many seconds, or until a run reaches the error.

        A run has so many milliseconds and basic blocks (0: any).  No run where the driver has ended: there can be none.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        lines: list[str] = []
        try:
            self._process.stdin.write(struct.pack("<iii", int(seconds * 1000) + 1, milliseconds, blocks))
            self._process.stdin.flush()
            for line in self._process.stdout:
                if line == b".\n":
                    return _driven(lines, self._names)
                lines.append(line.decode(errors="replace"))
        except (OSError, ValueError):
            pass  # it has ended, or was closed
        return Driven(1, 0, before_main=True) if self._process.wait() == _BEFORE_MAIN else Driven(0)

    def close(self) -> None:
        """End the driver, and with it the run that it has started."""
        self._process.kill()
        self._process.wait()
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                with contextlib.suppress(OSError):  # what it was sent last, nobody reads any more
                    end.close()


def _encoded(vector: InputVector, numbers: Mapping[str, int]) -> bytes:
    """As the driver reads it: the count, then function and value of each."""
    entries = [(numbers[name], value) for name, value in vector if name in numbers]
    return struct.pack("<i", len(entries)) + b"".join(struct.pack("<iQ", number, value & (1 << 64) - 1) for number, value in entries)


def _driven(lines: Iterable[str], names: Sequence[str]) -> Driven:
    counts: dict[str, int] = {}
    inputs: list[tuple[str, int]] = []
    values: list[int] = []
    for line in lines:
        word, *numbers = line.split() or [""]
        with contextlib.suppress(ValueError, IndexError):  # a driver that was killed leaves half a line
            if word == "input":
                inputs.append((names[int(numbers[0])], int(numbers[1])))
            elif word == "value":
                values.append(int(numbers[0]))
            elif word:
                counts[word] = int(numbers[0])
    return Driven(
        counts.get("runs", 0),
        counts.get("error"),
        tuple(inputs),
        counts.get("cut", 0),
        counts.get("kept", 0),
        drew="drew" in counts,
        unrecorded="unrecorded" in counts,
        claim=counts.get("claim"),
        values=tuple(values),
        leapt=counts.get("leapt"),
        passed=counts.get("passed", 0),
    )
