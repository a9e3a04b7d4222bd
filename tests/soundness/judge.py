"""Verdicts by gcc: a program is compiled with ``harness.c`` and run on many inputs; its error is reachable if one run reaches it.

    python tests/soundness/judge.py [--sanitize]

compares all of ``expected.csv`` and prints what differs.  With ``--sanitize`` the programs also run under the address and undefined
behaviour sanitizers: a verdict must not rest on undefined behaviour.  Exempt are what gcc documents as its meaning and the programs of
these kinds are about: accesses by other types or past an inner array, unaligned ones, uninitialised variables.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.soundness.table import HERE, Row, rows

ERROR = 42
"""The exit code of ``reach_error``."""
STEPS = [",".join(values) for values in itertools.product("013", repeat=3)]
VALUES = ["2", "4", "5", "6", "7", "15", "100", "200", "255", "256", "65535", "2147483647", "-1", "-2", "-128", "-2147483648"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize=alignment,bounds,object-size"]
ENVIRONMENT = os.environ | {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "halt_on_error=1:exitcode=9"}


class NotCompiled(Exception):
    """gcc refuses the program, or cannot make programs of its data model here."""


def machine(data_model: str) -> str:
    return "-m32" if data_model == "ILP32" else "-m64"


def compiled_harness(folder: Path, data_model: str) -> Path:
    """The object file of the harness; raises NotCompiled where gcc lacks the libraries of the data model."""
    harness = folder / f"harness-{data_model}.o"
    _gcc([machine(data_model), "-c", str(HERE / "harness.c"), "-o", str(harness)])
    _gcc([machine(data_model), "-shared", "-o", str(folder / "probe.so"), "-x", "c", os.devnull])
    return harness


def verdict(row: Row, harness: Path, folder: Path, flags: list[str]) -> str:
    """``true`` or ``false`` by the runs, or what else happened in one of them."""
    executable = folder / (Path(row.program).stem + ".run")
    _gcc([machine(row.data_model), "-O0", *flags, str(row.path), str(harness), "-o", str(executable), "-lm", "-lpthread"])
    answer = "true"
    for inputs in _inputs(row):
        environment = ENVIRONMENT | {"INPUTS": inputs}
        process = subprocess.run([executable], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
        if b"runtime error" in process.stderr or b"Sanitizer" in process.stderr:
            return process.stderr.decode(errors="replace")[:300]
        if process.returncode == ERROR:
            answer = "false"
            if not flags:
                break
    executable.unlink()
    return answer


def _inputs(row: Row) -> list[str]:
    if "__VERIFIER_nondet" not in row.path.read_text():
        return [""]
    return [row.inputs] if row.inputs else STEPS + VALUES


def _gcc(arguments: list[str]) -> None:
    process = subprocess.run(["gcc", "-w", *arguments], capture_output=True, text=True, check=False)
    if process.returncode:
        raise NotCompiled(process.stderr)


def main() -> int:
    flags = SANITIZERS if "--sanitize" in sys.argv else []
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(name)
        judged = [row for row in rows() if row.judge == "gcc"]
        harnesses = {model: compiled_harness(folder, model) for model in {row.data_model for row in judged}}
        verdicts = list(pool.map(lambda row: verdict(row, harnesses[row.data_model], folder, flags), judged))
    differing = [(row, answer) for row, answer in zip(judged, verdicts, strict=True) if answer != row.verdict]
    for row, answer in differing:
        print(f"{row.program}: expected {row.verdict}, gcc: {answer}")
    print(f"{len(judged)} programs judged, {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
