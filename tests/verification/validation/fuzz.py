"""Broken witnesses, result files, experiments and CSVs of sweeps, by seeded mutations: each is read, or refused with a clear error.

``python -m tests.verification.validation.fuzz --count 1000`` prints what became of so many of each kind, and the time; ``--of`` names
kinds.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path

from tests.program.witnesses.texts import digest_of, invariants, violation
from tests.verification.validation.fuzzed_experiments import experiments, sweeps
from tests.verification.validation.test_validation import CALLS, COUNT
from verilab.errors import Refused
from verilab.experiments.benchexec.results import read_results, write_results
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.witnesses.reader import parse_witness
from verilab.program.witnesses.weaving import judging
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.schema import Run, RunResult
from verilab.verification.validation.subject import subject

PIECES: tuple[str, ...] = (
    *(
        "&a ",
        "*a",
        "!!int ",
        "---\n",
        "\0",
        "\ud7ff",
        "{",
        "}",
        "[",
        "]",
        "- ",
        ": ",
        "\n",
        "\t",
        '"',
        "'",
        "\\",
        "<",
        ">",
        "&b;",
        "0",
        "-1",
    ),
    *("9" * 20, "((((", "))", "i++", "*(int *)0", "1/0", "n", "f(", "sizeof", "<!ENTITY b 'bb'>", "<run/>", "#", "//", "/*"),
)


def mutated(text: str, seed: int) -> str:
    """The text with a few changes: pieces put in, characters or lines left out, doubled or swapped; of every other seed, other words."""
    choose = random.Random(seed)
    if seed // 2 % 2:
        return _reworded(text, choose)
    for _ in range(choose.choice((1, 1, 2, 4))):
        place = choose.randrange(len(text) + 1)
        end = min(len(text), place + choose.choice((1, 2, 8, 40)))
        match choose.randrange(5):
            case 0:
                text = text[:place] + choose.choice(PIECES) + text[place:]
            case 1:
                text = text[:place] + text[end:]
            case 2:
                text = text[:end] + text[place:]
            case 3:
                text = text[:place] + choose.choice(PIECES) + text[end:]
            case _:
                lines = text.split("\n")
                first, second = choose.randrange(len(lines)), choose.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                text = "\n".join(lines)
    return text


def _reworded(text: str, choose: random.Random) -> str:
    """The syntax stays: a word or two become others, mostly of the same text."""
    for _ in range(choose.choice((1, 2))):
        words = list(re.finditer(r"[A-Za-z_]\w*|[0-9]+|[<>=!&|+]+", text))
        place = choose.choice(words)
        other = choose.choice(
            (choose.choice(words)[0], choose.choice(words)[0], choose.choice(("0", "7", "99", "8589934592", "zz", "true")))
        )
        text = text[: place.start()] + other + text[place.end() :]
    return text


def outcome(read: Callable[[], object]) -> str:
    """ "read" or "refused"; anything else that reading raises is a bug."""
    try:
        read()
    except (InputError, Refused) as error:
        return "refused" if error.render() else "no message"
    return "read"


def judge_witness(text: str, task: Task) -> None:
    """All of validation but the verification itself."""
    witness = parse_witness(text, "w.yml")
    load_program(judging(subject(witness, task), witness), Configuration())


def _witnesses(folder: Path) -> Callable[[int], Callable[[], object]]:
    way = [("assume 14 a == 3",), ("-branch 15 default", "return 17:18 \\result == 6"), ("target 8",)]
    claims = [("loop", "7", "0 <= i && i <= n"), ("location", "8", "s < 9")]
    witnesses = []
    for name, program in (("a.c", COUNT), ("b.c", CALLS)):
        file = folder / name
        file.write_text(program)
        digest = digest_of(file)
        text = invariants(name, *claims, digest=digest) if program is COUNT else violation(name, *way, digest=digest)
        witnesses.append((Task(name, (file,), definition=file), text))
    for task, text in witnesses:
        judge_witness(text, task)

    def judge(seed: int) -> Callable[[], object]:
        task, text = witnesses[seed % len(witnesses)]
        return lambda: judge_witness(mutated(text, seed), task)

    return judge


def _results(folder: Path) -> Callable[[int], Callable[[], object]]:
    results = folder / "r.xml"
    write_results([Run("x", RunResult("f/a", "true", expected=True)), Run("y", RunResult("f/b", "unknown", "timeout"))], results, "1")
    xml = results.read_text()

    def judge(seed: int) -> Callable[[], object]:
        results.write_text(mutated(xml, seed), errors="replace")
        return lambda: read_results(results)

    return judge


KINDS: dict[str, Callable[[Path], Callable[[int], Callable[[], object]]]] = {
    "witnesses": _witnesses,
    "results": _results,
    "experiments": lambda folder: experiments(folder, mutated),
    "sweeps": lambda folder: sweeps(folder, mutated),
}
"""By name what makes a judge of mutations, whose files are in a folder."""

MOST_SECONDS = 120
"""What takes longer hangs."""


@contextmanager
def _ended() -> Iterator[None]:
    def end(*_: object) -> None:
        raise TimeoutError(f"no answer within {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(count: int, folder: Path, first: int = 0, of: Sequence[str] = tuple(KINDS)) -> Counter[str]:
    """The outcomes by kind of file; each kind has a folder, and nothing is written beside it."""
    outcomes: Counter[str] = Counter()
    for kind in of:
        own = folder / kind
        own.mkdir()
        judge = KINDS[kind](own)
        before = sorted(folder.iterdir())
        for seed in range(first, first + count):
            with _ended(), chdir(folder):  # what is written to no folder in particular is written beside those of the kinds
                try:
                    outcomes[f"{kind} {outcome(judge(seed))}"] += 1
                except Exception as error:
                    error.add_note(f"{kind}, seed {seed}")
                    raise
        assert sorted(folder.iterdir()) == before
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", nargs="+", choices=KINDS, default=list(KINDS))
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = fuzz(arguments.count, Path(folder), arguments.seed, arguments.of)
    print(", ".join(f"{count} {name}" for name, count in sorted(outcomes.items())), f"in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
