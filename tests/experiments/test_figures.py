"""The figures of an experiment: their points are those of its runs, and the same points give the same file."""

from __future__ import annotations

import csv
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scipy import stats
from typer.testing import CliRunner

from tests.experiments.store.records import CONFIGURATIONS, record, task
from tests.experiments.test_comparison import ROWS, run
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.figures import Boxes, Growth, Heatmap, Plot, Quantile, Scatter, draw, style, write
from verilab.experiments.figures.making import KINDS, Choices, growing, make
from verilab.experiments.figures.shapes import Curve
from verilab.experiments.statistics.outcomes import ContradictingVerdicts
from verilab.experiments.statistics.power_law import exponent, power_law
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

HOSTILE = ("_hidden", r"a_b%&#$~^\{}", "$x^2$", "日本 \x07 \n line", "x" * 300, "-")


def generated(size: int, seconds: float | None, label: str = "a", family: str = "loop", verdict: str = "safe") -> Run:
    statistics = RunStatistics(cpu_s=9.0, analysis_s=seconds or 0.0)
    result = RunResult(f"{family}/{family}-{size}-{verdict}", "unknown" if seconds is None else "true", statistics=statistics)
    return Run(label, result)


GROWING = [
    *(generated(size, 0.5 * size**2, label) for size in (1, 2, 4, 8) for label in "ab"),
    generated(16, None, "a"),
    generated(16, 128.0, "b"),
    generated(3, 1.0, family="other"),
    Run("a", RunResult("loop/of-another-kind-7", "true")),
]


def test_a_quantile_plot_has_the_ascending_times_of_what_each_solved_and_of_the_virtual_best() -> None:
    plot = make("quantile", ROWS)
    assert isinstance(plot, Quantile)
    assert plot.curves == (("a", (1.0, 1.0, 9.0)), ("b", (1.0, 3.0, 4.0)), ("c x", (2.0, 6.0)))
    assert plot.reference == ("virtual best", (1.0, 1.0, 1.0, 3.0))
    alone = make("quantile", [run(1, "a")])
    assert isinstance(alone, Quantile)
    assert alone.reference is None


def test_a_scatter_plot_has_a_point_for_each_task_that_one_of_two_settings_solved() -> None:
    plot = make("scatter", ROWS, Choices(x="b", y="a"))
    assert isinstance(plot, Scatter)
    assert (plot.x, plot.y, plot.what) == ("b", "a", "CPU time (s)")
    assert plot.points == (("f/t1", 4.0, 1.0), ("f/t2", 3.0, 9.0), ("f/t3", None, 1.0), ("f/t5", 1.0, None))
    with pytest.raises(Refused, match="of two settings"):
        make("scatter", [run(1, "a")])


def test_a_box_is_how_many_times_as_fast_as_the_baseline_a_setting_is() -> None:
    plot = make("box", ROWS, Choices(baseline="b"))
    assert isinstance(plot, Boxes)
    assert plot.groups == (("a", (4.0, 3.0 / 9.0)), ("c x", (2.0, 0.5)))
    assert (plot.middle, plot.scale) == (1.0, "log")
    with pytest.raises(Refused, match="no speed-ups"):
        make("box", [run(1, "a"), run(1, "b", verdict="unknown")])


def test_growth_has_the_fitted_exponent_of_what_was_solved() -> None:
    plot = make("growth", GROWING)
    assert isinstance(plot, Growth)
    first, second = plot.curves
    assert first.points == ((1.0, 0.5), (2.0, 2.0), (4.0, 8.0), (8.0, 32.0))
    assert (first.unsolved, second.unsolved) == ((16.0,), ())
    assert first.law is not None
    assert first.law.exponent.estimate == pytest.approx(2.0)
    assert first.law.factor == pytest.approx(0.5)
    assert list(growing(GROWING)) == ["loop-safe"]


def test_growth_asks_for_a_family_where_there_are_several() -> None:
    rows = [generated(size, 1.0, family=family) for size in (1, 2, 3) for family in ("one", "two")]
    with pytest.raises(Refused, match="sizes or more: one-safe, two-safe; name one of them by --family"):
        make("growth", rows)
    plot = make("growth", rows, Choices(family="two"))
    assert isinstance(plot, Growth)
    assert plot.x == "size of two-safe"
    with pytest.raises(Refused, match="--family 'three' is none of them"):
        make("growth", rows, Choices(family="three"))
    with pytest.raises(Refused, match="of which there are none"):
        make("growth", ROWS)


def configured(number: int, strategy: str, backend: str, seconds: float, verdict: str = "true") -> Run:
    configuration = Configuration(strategy=strategy, backend=backend)
    result = RunResult(f"f/t{number}", verdict, statistics=RunStatistics(cpu_s=seconds), configuration=configuration)
    return Run(f"{strategy} {backend}", result)


def test_a_heat_map_has_a_cell_for_each_strategy_and_engine() -> None:
    rows = [
        configured(number, *names, float(number)) for number in (1, 2, 3) for names in (("", "z3"), ("", "cvc5"), ("spin15-none", "z3"))
    ]
    rows[-1] = configured(3, "spin15-none", "z3", 3.0, "unknown")
    plot = make("heatmap", rows)
    assert isinstance(plot, Heatmap)
    assert (plot.y, plot.x, plot.lines, plot.columns) == ("strategy", "backend", ("default", "spin15-none"), ("z3", "cvc5"))
    assert plot.cells == ((3.0, 3.0), (2.0, None))
    median = make("heatmap", rows, Choices(cell="median", columns="backend"))
    assert isinstance(median, Heatmap)
    assert median.cells == ((1.5, 1.5), (1.5, None))
    assert "on the 2 tasks that all solved" in median.what
    with pytest.raises(Refused, match="no task was solved by every cell"):
        make("heatmap", [configured(1, "", "z3", 1.0), configured(1, "", "cvc5", 1.0, "unknown")], Choices(cell="median"))
    for choices, message in ((Choices(cell="x"), "--cell"), (Choices(rows="x"), "--rows-of"), (Choices(measure="x"), "--measure")):
        with pytest.raises(Refused, match=f"{message} 'x'"):
            make("heatmap", rows, choices)


@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_is_made_of_contradicting_verdicts_or_of_nothing(kind: str) -> None:
    rows = [run(1, "a", expected=None), run(1, "b", verdict="false", expected=None)]
    if kind == "growth":
        rows = [*GROWING, Run("c", RunResult("loop/loop-1-safe", "false"))]
    with pytest.raises(ContradictingVerdicts):
        make(kind, rows)
    with pytest.raises(Refused):
        make(kind, [])


def test_a_power_law_is_the_regression_of_logarithms_with_students_interval() -> None:
    points = [(1.0, 1.1), (2.0, 3.7), (4.0, 17.0), (8.0, 60.0), (16.0, 270.0)]
    law = power_law(points)
    assert law is not None
    fit = stats.linregress([math.log(x) for x, _ in points], [math.log(y) for _, y in points])
    assert law.exponent.estimate == pytest.approx(exponent(points)) == pytest.approx(float(fit.slope))
    # t(0.975) of 3 degrees of freedom, from the table
    assert law.exponent.high - law.exponent.estimate == pytest.approx(3.1824 * float(fit.stderr), rel=1e-4)
    assert law.at(2.0) == pytest.approx(law.factor * 2**law.exponent.estimate)
    assert power_law([(1.0, 1.0), (2.0, 0.0), (4.0, 1.0), (4.0, 2.0)]) is None


def test_the_power_law_of_numbers_that_are_the_same_has_an_interval() -> None:
    law = power_law([(1.0, 0.5), (2.0, 0.5), (4.0, 0.5)])
    assert law is not None
    assert (law.exponent.low, law.exponent.estimate, law.exponent.high) == (0.0, 0.0, 0.0)


# Of each kind one with names that break what they are put into, and one of nothing, or nearly.
PLOTS: tuple[Plot, ...] = (
    Scatter(
        "p",
        HOSTILE[1],
        HOSTILE[0],
        HOSTILE[2],
        tuple((name, 1.0 + place, None if place % 2 else 3.0) for place, name in enumerate(HOSTILE)),
    ),
    Scatter("p", "", "x", "y", ()),
    Quantile("p", "", HOSTILE[2], tuple((name, (0.001, 2.0, 30.0)) for name in HOSTILE), ("$", (1.0,))),
    Quantile("p", "", "y", (("a", ()),)),
    Boxes("p", HOSTILE[1], HOSTILE[2], tuple((name, (0.5, 1.0, 200.0)) for name in HOSTILE), 1.0, "log"),
    Boxes("p", "", "x", (("a", ()),), 1.0, "log"),
    Growth("p", "", HOSTILE[0], HOSTILE[2], tuple(Curve(name, ((1.0, 1.0), (2.0, 4.0), (3.0, 10.0)), (4.0,)) for name in HOSTILE)),
    Growth("p", "", "x", "y", (Curve("a", (), (2.0,)),)),
    Heatmap("p", "", "x", "y", HOSTILE, ("_a", "$b$"), ((1.0, 2.0, 3.0, 4.0, None, 0.0),) * 2, HOSTILE[2]),
    Heatmap("p", "", "x", "y", ("a",), ("b",), ((None,),), "what", 1, "low"),
)


@pytest.mark.parametrize("plot", PLOTS[1::2], ids=lambda plot: type(plot).__name__)
def test_a_figure_of_nothing_is_drawn(plot: Plot, tmp_path: Path) -> None:
    assert draw(plot, tmp_path / "f.svg").read_bytes().startswith(b"<svg")


@pytest.mark.parametrize("plot", PLOTS[::2], ids=lambda plot: type(plot).__name__)
@pytest.mark.parametrize(("ending", "magic"), [(".pdf", b"%PDF"), (".svg", b"<svg"), (".png", b"\x89PNG")])
def test_every_figure_is_drawn_whatever_the_names_and_again_with_the_same_bytes(
    plot: Plot, ending: str, magic: bytes, tmp_path: Path
) -> None:
    first = draw(plot, tmp_path / f"first{ending}").read_bytes()
    assert first.startswith(magic)
    again = draw(plot, tmp_path / f"again{ending}").read_bytes()
    # Names that need another font than the rest have one where the system has it; the converter numbers fonts by a hash table.
    assert again == first or (first.count(b"/Subtype /Type0") > 1 and len(again) == len(first))


def test_another_process_draws_the_same_bytes(tmp_path: Path) -> None:
    script = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from pathlib import Path\n"
        "from tests.experiments.test_figures import PLOTS, draw\n"
        f"for ending in ('.pdf', '.svg', '.png'): draw(PLOTS[0], Path({str(tmp_path)!r}) / ('other' + ending))\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    for ending in (".pdf", ".svg", ".png"):
        assert draw(PLOTS[0], tmp_path / f"here{ending}").read_bytes() == (tmp_path / f"other{ending}").read_bytes()


def test_names_are_in_a_drawing_as_they_are_and_dollars_are_no_mathematics(tmp_path: Path) -> None:
    text = draw(Quantile("p", "", "y", (("$a$ and $b$", (1.0,)), ("_under", (2.0,)))), tmp_path / "f.svg").read_text()
    assert ">$a$ and $b$ (1)<" in text
    assert ">_under (1)<" in text


def drawn_texts(plot: Plot, folder: Path) -> list[str]:
    """What is written in a drawing, line by line."""
    return re.findall(r">([^<>]+)</(?:text|tspan)>", draw(plot, folder / "f.svg").read_text())


def test_a_long_name_at_an_axis_takes_several_lines(tmp_path: Path) -> None:
    name = "predicate select=[domain-type:good,width:narrow] propose=sliced-prefixes interpolation=mathsat:proofs"
    texts = drawn_texts(Scatter("s", "", name, name, (("t", 1.0, 2.0),)), tmp_path)
    assert max(len(text) for text in texts if "predicate" in text or "mathsat" in text) <= 40
    assert sum("mathsat" in text for text in texts) == 2, "its end is told, too"


def test_the_bar_of_a_heat_map_tells_no_fractions_of_tasks(tmp_path: Path) -> None:
    texts = drawn_texts(Heatmap("h", "", "x", "y", ("a", "b"), ("c",), ((3.0, 3.0),), "solved tasks"), tmp_path)
    assert not [text for text in texts if re.fullmatch(r"\d+\.\d+", text)]


def test_curves_look_different_however_many_there_are() -> None:
    assert len({str(look) for look in style.looks(200)}) == 200


def test_names_that_are_short_alike_are_told_apart(tmp_path: Path) -> None:
    names = [f"{'x' * 100}{middle}{'y' * 100}" for middle in "abc"]
    texts = drawn_texts(Quantile("p", "", "y", tuple((name, (1.0,)) for name in names)), tmp_path)
    assert len({text for text in texts if text.startswith("xxx")}) == 3


def test_the_points_are_written_as_csv(tmp_path: Path) -> None:
    for number, plot in enumerate(PLOTS):
        with write(plot, tmp_path / f"{number}.csv").open(newline="") as file:
            rows = list(csv.reader(file))
        assert len({len(row) for row in rows}) == 1
    with write(make("growth", GROWING), tmp_path / "g.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert found[0]["configuration"] == "a"
    assert float(found[0]["exponent"]) == pytest.approx(2.0)
    assert [row["CPU time of the analysis (s)"] for row in found if row["size of loop-safe"] == "16.0"] == ["", "128.0"]


def test_the_command_draws_and_writes_the_points_beside(tmp_path: Path) -> None:
    rows = tmp_path / "e.duckdb"
    with ExperimentStore(rows) as store:
        store.begin(manifest({"name": "t"}), [task(1, tmp_path)], CONFIGURATIONS)
        store.add([record(number, label) for number in (1, 2) for label in CONFIGURATIONS])
    figure = tmp_path / "f.svg"
    result = CliRunner().invoke(app, ["experiment", "figure", str(rows), "scatter", "--output", str(figure), "--data"])
    assert result.exit_code == 0, result.output
    assert figure.read_text().startswith("<svg")
    assert (tmp_path / "f.csv").read_text().startswith("task,predicate,value")
    before = sorted(tmp_path.iterdir())
    for arguments, message in (
        (["scatter", "--output", str(tmp_path / "g.gif")], "give a file that ends with .pdf"),
        (["scatter", "--output", str(tmp_path / "none" / "g.pdf")], "there is no folder"),
        (["pie", "--output", str(tmp_path / "g.pdf")], "known: quantile, scatter"),
        (["growth", "--output", str(tmp_path / "g.pdf")], "of which there are none"),
        (["scatter", "--x", "none", "--output", str(tmp_path / "g.pdf")], "--x 'none'"),
    ):
        result = CliRunner().invoke(app, ["experiment", "figure", str(rows), *arguments])
        assert result.exit_code == 2, result.output
        assert message in " ".join(result.output.split())
    assert sorted(tmp_path.iterdir()) == before
