"""Broken witnesses and result files, by seeded mutations: each is read, or refused with a clear error.

``python -m tests.experiments.validation.fuzz --count 1000`` prints what became of them and the time.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.experiments.validation.test_validation import CALLS, COUNT
from tests.program.witnesses.texts import digest_of, invariants, violation
from verilab.errors import Refused
from verilab.experiments.benchexec.results import read_results, write_results
from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.frontend import load_program
from verilab.experiments.schema import Run, RunResult
from verilab.experiments.validation.subject import subject
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.witnesses.reader import parse_witness
from verilab.program.witnesses.weaving import judging

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


def fuzz(count: int, folder: Path, first: int = 0) -> Counter[str]:
    """The outcomes by kind of file; ``folder`` has what is read, and nothing else afterwards."""
    found: Counter[str] = Counter()
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
    results = folder / "r.xml"
    write_results([Run("x", RunResult("f/a", "true", expected=True)), Run("y", RunResult("f/b", "unknown", "timeout"))], results, "1")
    xml = results.read_text()
    before = sorted(folder.rglob("*"))
    for seed in range(first, first + count):
        task, text = witnesses[seed % len(witnesses)]
        changed = mutated(text, seed)
        found[f"witnesses {outcome(lambda changed=changed, task=task: judge_witness(changed, task))}"] += 1  # type: ignore[misc]  # the defaults bind the loop's variables
        results.write_text(mutated(xml, seed), errors="replace")
        found[f"results {outcome(lambda: read_results(results))}"] += 1
    assert sorted(folder.rglob("*")) == before
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = fuzz(arguments.count, Path(folder), arguments.seed)
    print(", ".join(f"{count} {name}" for name, count in sorted(found.items())), f"in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
