"""Programs whose last values gcc computed, asserted, against the verifier: ``python -m property_tests.asserted csmith --count 300``.

Each program has a variant whose error cannot be reached and one whose error is.  An unknown verdict is an answer, a wrong one is not,
and neither is a refusal: exit code 1 where there is one of these, its program kept with ``--keep``.  ``--scramble`` puts the error behind a
guard that executions do not pass (``property_tests.scrambling``), so that they alone cannot save a verdict.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from property_tests.c_units.comparison import compiled, program_text
from property_tests.c_units.makers import Maker
from property_tests.c_units.writer import Unit
from property_tests.csmith_programs.programs import Unusable, generate, value_by_gcc
from property_tests.float_programs import float_program, results_of
from property_tests.initialisers.units import initialiser_unit
from property_tests.joined_programs.verdicts import judged
from property_tests.memory_programs.compare import compiled_checksums, source_of
from property_tests.memory_programs.generator import body
from property_tests.scrambling import scrambled
from property_tests.verdicts import Answer, answer
from verilab.program.types import DataModel

_BATCH = 20
_SHORTEST, _LENGTHS = 3, 6
"""Statements of a memory program: longer ones have no answer in a few seconds."""


@dataclass(frozen=True, slots=True)
class Asserted:
    """A program by its ``name`` with the verdict that gcc's executable gives it."""

    name: str
    text: str
    expected: str


def csmith_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """Both variants of csmith's program of each seed; those that do not end are passed over."""
    for seed in seeds:
        program = generate(seed)
        try:
            value = value_by_gcc(program, directory)
        except Unusable:
            continue
        yield Asserted(f"csmith_{seed}_t", program.asserting(value), "true")
        yield Asserted(f"csmith_{seed}_f", program.asserting(value ^ 1), "false")


def memory_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """Both variants of the random memory program of each seed."""
    for first in range(seeds.start, seeds.stop, _BATCH):
        batch = range(first, min(first + _BATCH, seeds.stop))
        bodies = [body(seed, _SHORTEST + seed % _LENGTHS) for seed in batch]
        for seed, text, value in zip(batch, bodies, compiled_checksums(bodies, directory), strict=True):
            yield Asserted(f"memory_{seed}_t", source_of(text, value ^ 1), "true")
            yield Asserted(f"memory_{seed}_f", source_of(text, value), "false")


def unit_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """Both variants of the unit of each seed (``property_tests.c_units``) whose behaviour is defined."""
    return _units("unit", lambda seed: Maker(random.Random(seed)).unit(), seeds, directory)


def initialiser_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """The same of random initialisers of static objects (``property_tests.initialisers``), all of whose bytes are known."""
    return _units("initialiser", lambda seed: initialiser_unit(seed, ("global", "static")), seeds, directory)


def _units(kind: str, make: Callable[[int], Unit], seeds: range, directory: Path) -> Iterator[Asserted]:
    for first in range(seeds.start, seeds.stop, _BATCH):
        batch = range(first, min(first + _BATCH, seeds.stop))
        units = [make(seed) for seed in batch]
        for number, value in compiled(units, directory, DataModel.LP64).items():
            text = program_text([(number, units[number])], DataModel.LP64)
            yield Asserted(f"{kind}_{batch[number]}_t", text.replace("== 123456789)", f"!= {value}ULL)"), "true")
            yield Asserted(f"{kind}_{batch[number]}_f", text.replace("== 123456789)", f"== {value}ULL)"), "false")


def joined_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """The program of each seed, all of whose executions were run, that has not too many of them."""
    for seed in seeds:
        program = judged(seed)
        if program is not None:
            yield Asserted(f"joined_{seed}", program.text, "true" if program.safe else "false")


def floating_programs(seeds: range, directory: Path) -> Iterator[Asserted]:
    """Both variants of the floating-point program of each seed."""
    for seed in seeds:
        program = float_program(seed)
        results = results_of(program, DataModel.LP64, directory)
        number = seed % len(results)
        other = [*results[:number], str(int(results[number]) ^ 1), *results[number + 1 :]]
        yield Asserted(f"float_{seed}_t", program.checking(results), "true")
        yield Asserted(f"float_{seed}_f", program.checking(other), "false")


KINDS = {
    "csmith": csmith_programs,
    "float": floating_programs,
    "initialisers": initialiser_programs,
    "joined": joined_programs,
    "memory": memory_programs,
    "units": unit_programs,
}


def classify(given: Answer, expected: str) -> str:
    """right, unknown, wrong, refused, or rejected: a wrong one that the compiled program has prevented."""
    if given.details.get("model_errors"):
        return "rejected"
    if given.verdict in ("unknown", "refused"):
        return given.verdict
    return "right" if given.verdict == expected else "wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--count", type=int, default=20, help="programs, each in two variants")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, default=4.0, help="time limit of a variant")
    parser.add_argument("--keep", type=Path, help="a folder for programs that are not answered rightly, unknown aside")
    parser.add_argument("--scramble", action="store_true", help="put the error behind a guard that executions do not pass")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a field of the configuration")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    counts: Counter[str] = Counter()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for program in KINDS[arguments.kind](range(arguments.first, arguments.first + arguments.count), directory):
            if arguments.scramble:
                program = replace(program, text=scrambled(program.text))
            given = answer(program.text, directory, arguments.seconds, **options)
            kind = classify(given, program.expected)
            counts[kind] += 1
            if kind not in ("right", "unknown"):
                sys.stdout.write(f"{kind} {program.name}: {given.verdict} {given.reason} {given.checked_by}\n")
                sys.stdout.flush()
                if arguments.keep is not None:
                    arguments.keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(directory / "program.c", arguments.keep / f"{program.name}.c")
    sys.stdout.write(f"{dict(counts)}, {time.monotonic() - start:.0f} s\n")
    return 1 if counts["wrong"] + counts["refused"] + counts["rejected"] else 0


if __name__ == "__main__":
    sys.exit(main())
