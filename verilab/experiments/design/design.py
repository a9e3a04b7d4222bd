"""An experiment as a file: what is run, under which configurations, how often, and what is recorded of it.

    title = "Does selection pay?"
    repetitions = 3
    record = ["refinements"]

    [tasks]
    files = ["tasks/locks", "tasks/more/*.yml", "all.set"]
    families = [{ name = "boolean-or-counter", sizes = [2, 4], verdicts = ["true"] }]
    sample = 50

    [axes]
    analyses = ["value", "predicate"]
    strategies = ["spin15-none", "spin15-good-narrow"]

    [limits]
    cpu = 60

    [[exclude]]
    analysis = "value"
    strategy = "spin15-none"

``study`` names a table of ``verilab papers``, whose rows are then the configurations, in the place of axes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.design import tasks
from verilab.experiments.design.document import Document, Section
from verilab.experiments.design.selection import sample_tasks
from verilab.experiments.design.settings import base_configuration, configurations
from verilab.experiments.store.columns import RECORDS, run_key
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import GRACE_SECONDS

if TYPE_CHECKING:
    from verilab.experiments.papers.study import Study

MOST_RUNS = 1_000_000
"""Of an experiment; a million of them takes a year."""

_KEYS = ("title", "study", "under", "only", "repetitions", "seed", "record", "tasks", "settings", "axes", "limits", "exclude")


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run that is to be; ``key`` is that of its row."""

    key: str
    task: Task
    label: str
    configuration: Configuration
    repetition: int


@dataclass(frozen=True, slots=True)
class Design:
    """An experiment; ``configurations`` by label, ``record`` of RECORDS, ``study`` the name of a paper's table or "".

    ``corpus`` is the file that names the tasks (``verilab.experiments.design.corpus``), "" where the experiment does.
    """

    name: str
    title: str
    tasks: tuple[Task, ...]
    configurations: Mapping[str, Configuration]
    repetitions: int = 1
    record: frozenset[str] = frozenset()
    seed: int = 0
    study: str = ""
    text: str = field(default="", repr=False)
    file: Path | None = None
    corpus: str = ""

    def runs(self) -> Iterator[PlannedRun]:
        """Task by task, so that whoever stops early has every configuration on the same tasks; repetitions last."""
        for repetition in range(1, self.repetitions + 1):
            for task in self.tasks:
                for label, configuration in self.configurations.items():
                    yield PlannedRun(run_key(task.name, label, repetition), task, label, configuration, repetition)

    @property
    def count(self) -> int:
        """How many runs it has."""
        return len(self.tasks) * len(self.configurations) * self.repetitions

    def described(self) -> dict[str, Any]:
        """What the manifest says of it."""
        return {
            "name": self.name,
            "title": self.title,
            "study": self.study,
            "seed": self.seed,
            "repetitions": self.repetitions,
            "record": sorted(self.record),
            "file": self.text,
            **({"corpus": self.corpus} if self.corpus else {}),
        }


def load_design(path: Path, given: Sequence[Task] = ()) -> Design:
    """The experiment of a file, on tasks that are ``given`` in place of its own; InputError with line and column for whatever is wrong in
    it, ConfigurationError for tasks that it is not about."""
    document = Document(path)
    top = Section(document, (), document.data, _KEYS)
    seed = top.count("seed", 0, least=0) or 0
    base = base_configuration(top)
    chosen = top.section("tasks", tasks.KEYS)
    if study := top.text("study"):
        labels = _rows(top, _study(top, study), base)
        verified = _study(top, study).tasks(given) if given else _own_tasks(top, chosen, seed)
    else:
        for key in ("under", "only"):
            if key in top.data:
                raise top.error(key, None, "give a study too, or leave it out", "is about a study")
        labels = configurations(top, base)
        verified = list(given) or tasks.load(chosen, seed)
    repetitions = top.count("repetitions", 1) or 1
    record = frozenset(top.texts("record", RECORDS)) if top.data.get("record") != [] else frozenset[str]()
    if (count := len(verified) * len(labels) * repetitions) > MOST_RUNS:
        raise document.error(f"the experiment has {count:,} runs", ("repetitions",), hint=f"{MOST_RUNS:,} at most; give fewer of them")
    return Design(path.stem, top.text("title"), tuple(verified), labels, repetitions, record, seed, study, document.text, path)


def _study(top: Section, name: str) -> Study:
    from verilab.experiments.papers.catalogue import STUDIES  # only here: most experiments are about no paper

    if name not in STUDIES:
        raise top.document.unknown("study", name, tuple(STUDIES), ("study",), name)
    for key in ("axes", "exclude"):
        if key in top.data:
            raise top.document.error(f"{key}: the configurations of a study are its rows", (key,), hint="leave it out, or the study")
    return STUDIES[name]


def _rows(top: Section, study: Study, base: Configuration) -> dict[str, Configuration]:
    """The rows of a paper's table, under the paper's setting by default; settings that are given take the place of theirs."""
    from verilab.experiments.papers.tables.settings import Under

    under = Under((top.texts("under", [member.value for member in Under]) or [Under.PAPER.value])[0])
    only = top.texts("only", study.row_keys())
    given = set(top.data.get("settings", {}))
    if taken := sorted(study.own_fields() & given):
        raise top.document.error(f"{taken[0]} tells the rows of {study.name} apart", ("settings", taken[0]), hint="leave it out")
    try:
        return {row.label: row.configuration(base, given) for row in study.chosen(under, only)}
    except Refused as error:
        raise top.document.error(str(error), ("study",)) from None


def _own_tasks(top: Section, chosen: Section, seed: int) -> list[Task]:
    """The study's own tasks where none are named, and of any those that it is about."""
    study = _study(top, top.text("study"))
    own = [] if set(chosen.data) - {"sample"} else study.own_tasks()
    if study.only_own and not own:
        raise top.document.error(f"{study.name} is about programs of its own", ("tasks",), hint="leave out [tasks]")
    sample = chosen.count("sample")
    own_tasks = tasks.load(chosen, seed) if not own else own if sample is None else sample_tasks(own, sample, seed)
    try:
        return study.tasks(own_tasks)
    except Refused as error:
        raise top.document.error(str(error), ("tasks",)) from None


@dataclass(frozen=True, slots=True)
class Estimate:
    """``runs`` that are left, and seconds of wall time for them all; None where nothing limits, or tells of, them."""

    runs: int
    at_most: float | None
    expected: float | None


def estimate(design: Design, jobs: int, done: Collection[str] = (), mean_seconds: Mapping[str, float] | None = None) -> Estimate:
    """For so many runs at a time; ``done``: keys of the runs that are there, ``mean_seconds`` by label what they took."""
    left = [run for run in design.runs() if run.key not in done]
    limits = [run.configuration.time_limit for run in left]
    at_most = None if None in limits else sum(limit + GRACE_SECONDS for limit in limits if limit is not None) / jobs
    known = mean_seconds or {}
    usual = sum(known.values()) / len(known) if known else None
    expected = None if usual is None else sum(known.get(run.label, usual) for run in left) / jobs
    return Estimate(len(left), at_most, expected)


def duration_text(seconds: float) -> str:
    """A time for people: its two largest units."""
    whole = round(seconds)
    units = [("d", whole // 86400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60), ("s", whole % 60)]
    first = next((place for place, (_, count) in enumerate(units) if count), len(units) - 1)
    return " ".join(f"{count} {unit}" for unit, count in units[first : first + 2] if count or unit == "s") or "0 s"
