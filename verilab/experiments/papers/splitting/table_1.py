"""VMCAI'12, Table 1 in §5: ten programs, Kojak (ULTIMATE there) and IMPACT (REIMPACT), with and without large blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.data_classes import dataclass
from verilab.experiments.papers.splitting.runs import (
    RowRuns,
    SplittingTable,
    interpolations,
    mark,
    milliseconds,
    prover_calls,
    solved,
    tells,
)
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import ONE_QUERY, Setting
from verilab.experiments.sheets.sheet import RULE, aligned, whole
from verilab.families.family import FamilyTask
from verilab.families.papers.vmcai12 import TABLE_1, Program
from verilab.families.writing import temporary_tasks
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.tasks import Task


@dataclass(frozen=True, slots=True)
class Figures:
    """What the paper says of a program and an algorithm: the numbers with LBE (None: no result), and the marks with it and without."""

    splits: int | None
    calls: int | None
    milliseconds: int | None
    large: str
    single: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the paper's table: the size of the program, and the figures of both algorithms."""

    nodes: int
    loops: int
    kojak: Figures
    impact: Figures

    def of(self, algorithm: str) -> Figures:
        """Of an algorithm; full path insensitivity, which the paper only outlines, stands beside its Kojak."""
        return self.impact if algorithm == "impact" else self.kojak


_NONE = Figures(None, None, None, "-", "-")

PAPER: dict[str, PaperRow] = {
    "01": PaperRow(14, 1, Figures(0, 3, 34, "✓", "✓"), Figures(3, 1, 35, "✓", "✓")),
    "02": PaperRow(5, 1, Figures(3, 33, 288, "✓", "✓"), Figures(4, 8, 108, "✓", "✓")),
    "03": PaperRow(7, 2, Figures(13, 156, 2040, "✓", "-"), _NONE),
    "04": PaperRow(36, 1, Figures(42, 766, 13827, "✓", "-"), Figures(6, 52, 1246, "✓", "-")),
    "05": PaperRow(31, 1, Figures(1, 16, 462, "✗", "-"), Figures(5, 10, 133, "✗", "-")),
    "06": PaperRow(11, 1, Figures(6, 85, 9611, "✓", "-"), _NONE),
    "07": PaperRow(26, 1, Figures(0, 3, 66, "✓", "-"), Figures(6, 19, 539, "✓", "-")),
    "08": PaperRow(50, 1, Figures(0, 3, 79, "✓", "-"), Figures(6, 25, 5447, "✓", "✓")),
    "09": PaperRow(98, 1, Figures(0, 3, 116, "✓", "-"), _NONE),
    "10": PaperRow(194, 1, Figures(0, 3, 165, "✓", "-"), _NONE),
}
"""By number.  The paper's symbols: correct, error found (of program 05 that is right), time out."""

ALGORITHMS = {
    "kojak": "Kojak (ULTIMATE in the paper)",
    "kojak-insensitive": "Kojak with path insensitivity in full, the paper's future work (beside its Kojak)",
    "impact": "IMPACT (REIMPACT in the paper)",
}
BLOCKS = ("large", "single")

SETTING: Setting = {**ONE_QUERY, "order": "bfs"}
"""§5: SMTInterpol.  Which error path is taken Alg. 1 leaves open: here a shortest one."""


class Table1(SplittingTable):
    """The table as a command.  It has its own tasks: its lines are programs."""

    name = "vmcai12"
    source = "VMCAI'12, Table 1"
    title = "Kojak and IMPACT on ten programs, with and without large blocks"
    only_own = True

    setting = SETTING

    def own_rows(self) -> Sequence[Row]:
        return [
            Row(
                f"{algorithm}-{block}",
                f"vmcai12-{algorithm} {block}",
                f"{ALGORITHMS[algorithm].partition(' (')[0]}, LBE {'Yes' if block == 'large' else 'No'}",
                {"analysis": "predicate", "strategy": f"vmcai12-{algorithm}", "block": block},
            )
            for algorithm in ALGORITHMS
            for block in BLOCKS
        ]

    def own_tasks(self) -> list[Task]:
        return temporary_tasks(program.task for program in TABLE_1)

    def notes(self, limit: str) -> list[str]:
        return [
            f"a run had {limit}; LBE Yes is --block large, No is --block single; numbers are with LBE",
            "prover calls: of edges, entailments and paths; interpolants come from the proofs of the paths.  ms: CPU time of exploring",
            "and refining, in the paper of a whole run.  ✓ proven, ✗ error found, - nothing, ! wrong.",
        ]

    def parts(self, own_runs: RowRuns) -> Iterator[list[str]]:
        """A part for each algorithm."""
        for algorithm in ALGORITHMS:
            if any(key == f"{algorithm}-{block}" for _, key in own_runs for block in BLOCKS):
                yield _part(own_runs, algorithm)


def _part(own_runs: RowRuns, algorithm: str) -> list[str]:
    """The lines of one algorithm, and what they come to."""
    copied = "nodes" if algorithm == "impact" else "splits"
    headings = ["No.", "task", "nodes", "loops", RULE, copied, "paper", RULE, "prover calls", "paper", RULE, "interpolations", RULE]
    headings += ["ms", "paper", RULE, "Yes", "No", "paper Yes", "No"]
    lines = [_line(own_runs, algorithm, program) for program in TABLE_1]
    return [f"{ALGORITHMS[algorithm]}:", *aligned(headings, lines, left=(0, 1)), *_sums(own_runs, algorithm)]


def _line(own_runs: RowRuns, algorithm: str, program: Program) -> list[str]:
    name, paper = program.task.name, PAPER[program.number]
    large, single = (own_runs.get((program.qualified, f"{algorithm}-{block}")) for block in BLOCKS)
    figures = paper.of(algorithm)
    ours: list[float | None] = [None] * 4
    if large is not None and tells(large):
        # The paper counts copies of nodes; of an unwinding, every node is one.
        copies = large.statistics.states if algorithm == "impact" else large.statistics.splits
        ours = [copies, prover_calls(large), interpolations(large), milliseconds(large)]
    copies_, calls, queries, time = map(whole, ours)
    size = size_of(program.task)
    return [
        *(program.number, name, f"{size.nodes} ({paper.nodes})", f"{size.loops} ({paper.loops})", RULE),
        *(copies_, whole(figures.splits), RULE, calls, whole(figures.calls), RULE, queries, RULE),
        *(time, whole(figures.milliseconds), RULE, mark(large), mark(single), figures.large, figures.single),
    ]


def _sums(own_runs: RowRuns, algorithm: str) -> Iterator[str]:
    """Solved programs with and without LBE, and of those solved how often the prover calls are at most the paper's."""
    for block, name in zip(BLOCKS, ("with LBE", "without LBE"), strict=True):
        results = [own_runs.get((program.qualified, f"{algorithm}-{block}")) for program in TABLE_1]
        if any(result is not None for result in results):
            paper = sum(getattr(row.of(algorithm), block) != "-" for row in PAPER.values())
            yield f"solved {name}: {solved(results)} of {len(TABLE_1)}, in the paper {paper}"
    both = []
    for program in TABLE_1:
        result, theirs = own_runs.get((program.qualified, f"{algorithm}-large")), PAPER[program.number].of(algorithm).calls
        if result is not None and result.classification == "solved" and theirs is not None:
            both.append(prover_calls(result) <= theirs)
    if both:
        yield f"prover calls at or below the paper's: {sum(both)} of the {len(both)} programs that both solved with LBE"


@dataclass(frozen=True, slots=True)
class Size:
    """``nodes``: locations of main's automaton; ``loops``: those that are loop heads."""

    nodes: int
    loops: int


def size_of(task: FamilyTask) -> Size:
    """The size of a generated program."""
    program = lower(parse_text(task.source, f"{task.name}.c", task.data_model), task.data_model, ["reach_error"], task.name)
    locations = [location for location in program.locations if location.function.name == "main"]
    return Size(len(locations), sum(location.is_loop_head for location in locations))
