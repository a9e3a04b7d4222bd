"""Broken witnesses and result files, by seeded mutations: each is read, or refused with a clear error.

``python -m tests.experiments.validation.fuzz --count 1000`` prints what became of them and the time.
"""

from __future__ import annotations

import argparse
import random
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

PIECES = (
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
)
PIECES += (
    "99999999999999999999",
    "((((",
    "))",
    "i++",
    "*(int *)0",
    "1/0",
    "n",
    "f(",
    "sizeof",
    "<!ENTITY b 'bb'>",
    "<run/>",
    "#",
    "//",
    "/*",
)


def mutated(text: str, seed: int) -> str:
    """The text with a few changes: pieces put in, characters or lines left out, doubled or swapped."""
    choose = random.Random(seed)
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


def outcome(read: Callable[[], object]) -> str:
    """ "read" or "refused"; anything else that reading raises is a bug."""
    try:
        read()
    except (InputError, Refused) as error:
        assert error.render()
        return "refused"
    return "read"


def judge_witness(text: str, task: Task) -> None:
    """All of validation but the verification itself."""
    witness = parse_witness(text, "w.yml")
    load_program(judging(subject(witness, task), witness), Configuration())


def fuzz(count: int, folder: Path, first: int = 0) -> Counter[str]:
    """The outcomes by kind of file; ``folder`` has what is read, and nothing else afterwards."""
    found: Counter[str] = Counter()
    witnesses = []
    for name, program in (("a.c", COUNT), ("b.c", CALLS)):
        file = folder / name
        file.write_text(program)
        task = Task(name, (file,), definition=file)
        witnesses.append((task, invariants(name, ("loop", "7", "0 <= i && i <= n"), ("location", "8", "s < 9"), digest=digest_of(file))))
        way = [("assume 14 a == 3",), ("-branch 15 default", "return 17:18 \\result == 6"), ("target 8",)]
        witnesses.append((task, violation(name, *way, digest=digest_of(file))))
    results = folder / "r.xml"
    write_results([Run("x", RunResult("f/a", "true", expected=True)), Run("y", RunResult("f/b", "unknown", "timeout"))], results, "1")
    xml = results.read_text()
    before = sorted(folder.rglob("*"))
    for seed in range(first, first + count):
        task, text = witnesses[seed % len(witnesses)]
        changed = mutated(text, seed)
        found[f"witnesses {outcome(lambda changed=changed, task=task: judge_witness(changed, task))}"] += 1  # type: ignore[misc]
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
