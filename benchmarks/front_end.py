"""How the way to an automaton grows with the program: ``python -m benchmarks.front_end [--lines N ...]``.

Generated drivers: devices in structures that point to each other and to tables of handlers, requests in lists, functions that walk them
and call each other through pointers.  Per size the CPU seconds of parsing, lowering, points-to analysis and all of it; the exponent is the
slope of least squares on logarithmic scales: 1 is linear growth.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import linear_regression

from verilab.program.lowering import lower
from verilab.program.memory.points_to.andersen import PointsTo
from verilab.program.syntax import parse_file
from verilab.program.types import DataModel

LINES = (1_000, 3_000, 10_000, 30_000, 100_000)
LINES_OF_PART = 41  # of one device with its functions
NEAR = 8  # devices that know each other

_HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct request { struct request *next; struct device *owner; int kind; };
struct device { struct device *parent; struct request *queue; struct table *table; void *data; int state; };
struct table { int (*open)(struct device *); int (*submit)(struct device *, struct request *); };
"""

_PART = """static int count_@;
static int open_@(struct device *self)
{
  struct device *parent;
  parent = self->parent;
  if (parent != 0) {
    parent->state = parent->state + 1;
    self->data = &count_@;
  }
  return self->state;
}
static int submit_@(struct device *self, struct request *request)
{
  struct request *last;
  int *counter;
  request->next = self->queue;
  request->owner = self;
  self->queue = request;
  last = request;
  while (last->next != 0)
    last = last->next;
  counter = (int *)self->data;
  if (counter != 0)
    *counter = *counter + last->kind;
  if (self->parent != 0)
    return self->parent->table->submit(self->parent, last);
  return 0;
}
static struct table table_@ = {open_@, submit_@};
static struct device device_@ = {&device_$, 0, &table_@, 0, 0};
static struct request request_@;
static int run_@(void)
{
  request_@.kind = @;
  device_@.table->open(&device_@);
  if (device_@.state < 0)
    reach_error();
  return submit_@(&device_@, &request_@);
}
"""


def driver(lines: int, seed: int = 0) -> str:
    """A driver of about so many lines of C."""
    source = random.Random(seed)
    parts = max(1, lines // (LINES_OF_PART + 2))
    text = [_HEAD]
    for part in range(parts):
        parent = source.randrange(part - part % NEAR, part) if part % NEAR else None
        body = _PART.replace("{&device_$,", "{0," if parent is None else f"{{&device_{parent},")
        text.append(body.replace("@", str(part)))
    text.append("int main(void)\n{\n  while (__VERIFIER_nondet_int())\n    switch (__VERIFIER_nondet_int()) {\n")
    text += [f"    case {part}: run_{part}(); break;\n" for part in range(parts)]
    text.append("    }\n  return 0;\n}\n")
    return "".join(text)


@dataclass(frozen=True, slots=True)
class Seconds:
    """CPU time of the phases; ``points_to`` is a part of ``lowering``."""

    parsing: float
    lowering: float
    points_to: float

    @property
    def all(self) -> float:
        return self.parsing + self.lowering


def measure(text: str) -> Seconds:
    """Parse and lower a program."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "driver.c"
        path.write_text(text)
        began = time.process_time()
        unit = parse_file(path, DataModel.LP64)
        parsed = time.process_time()
        solving = _Stopwatch(PointsTo.solve)
        try:
            # To the checker a method is no variable; here it is timed for as long as one program is lowered.
            PointsTo.solve = solving.run  # type: ignore[method-assign, assignment]  # a method is measured in its place
            lower(unit, DataModel.LP64, ("reach_error",))
        finally:
            PointsTo.solve = solving.function  # type: ignore[method-assign, assignment]  # see above
        return Seconds(parsed - began, time.process_time() - parsed, solving.seconds)


class _Stopwatch:
    """The CPU seconds that are spent in a method."""

    def __init__(self, function: Callable[[PointsTo], None]) -> None:
        self.function = function
        self.seconds = 0.0

    @property
    def run(self) -> Callable[[PointsTo], None]:
        def timed(points_to: PointsTo) -> None:
            began = time.process_time()
            self.function(points_to)
            self.seconds += time.process_time() - began

        return timed


COLUMNS: dict[str, Callable[[Seconds], float]] = {
    "parsing": lambda seconds: seconds.parsing,
    "lowering": lambda seconds: seconds.lowering,
    "points-to": lambda seconds: seconds.points_to,
    "all": lambda seconds: seconds.all,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.front_end", description="How the way to an automaton grows.")
    parser.add_argument("--lines", type=int, nargs="+", default=LINES, metavar="N", help="lengths of the programs")
    sizes = parser.parse_args(arguments).lines
    print(f"{'lines':>10}" + "".join(f"{name:>12}" for name in COLUMNS))
    rows: list[tuple[int, Seconds]] = []
    for lines in sizes:
        text = driver(lines)
        rows.append((text.count("\n"), measure(text)))
        print(f"{rows[-1][0]:>10}" + "".join(f"{value(rows[-1][1]):>12.2f}" for value in COLUMNS.values()), flush=True)
    if len({lines for lines, _ in rows}) > 1:
        slopes = (_exponent([(lines, value(row)) for lines, row in rows]) for value in COLUMNS.values())
        print(f"{'exponent':>10}" + "".join(f"{slope:>12.2f}" for slope in slopes))


def _exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope through (log x, log y)."""
    return linear_regression([log(x) for x, _ in points], [log(max(y, 1e-3)) for _, y in points]).slope


if __name__ == "__main__":
    main()
