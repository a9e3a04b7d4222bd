"""Writing the report of an experiment's rows to a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import verilab
from verilab.data_classes import dataclass
from verilab.experiments.figures.drawing import vega_script
from verilab.experiments.oracle.agreement import TOLERANCE
from verilab.experiments.report.choosing import chosen_runs
from verilab.experiments.report.figures import figures as make_figures
from verilab.experiments.report.limits import Limits
from verilab.experiments.report.microscope import Costs, Microscope, Sources, configuration_key, read_costs
from verilab.experiments.report.overview import overview
from verilab.experiments.report.page import page, visible
from verilab.experiments.store.database import connected
from verilab.experiments.store.reading import queries_folder, read_configuration, read_manifest, read_refinements_of, read_runs
from verilab.verification.schema import Run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SCRIPTS = (
    "elements.js",
    "tables.js",
    "figures.js",
    "plots.js",
    "graph.js",
    "source.js",
    "paths.js",
    "candidates.js",
    "models.js",
    "microscope.js",
    "runs.js",
    "main.js",
)


@dataclass(frozen=True, slots=True)
class Written:
    """What a report has: how many runs and refinements are in its microscope, of how many; ``remarks``: what it leaves out, and why."""

    file: Path
    size: int
    runs: int
    refinements: int
    of: int
    remarks: tuple[str, ...]


def write_report(
    rows: str | Path,
    output: str | Path,
    *,
    show: Sequence[str] = (),
    oracle: Sequence[Path] = (),
    limits: Limits | None = None,
    figures: bool = True,
) -> Written:
    """Write the report of an experiment's rows (.duckdb) as one HTML file.

    ``show``: keys of runs, or names of tasks, whose refinements are to be in the microscope before others'.  ``oracle``: files that
    ``verilab oracle --json`` wrote, besides what was imported of such; what branches cost is shown at the runs that were followed.
    ``figures``: Vega-Lite is in the file.
    Raises StoreError for what is no file of rows, InputError for what is no file of an oracle, OSError where it cannot be written.

    The same on the command line: ``verilab experiment report FILE.duckdb --output FILE.html``.
    """
    path, target, limits = Path(rows), Path(output), limits or Limits()
    with connected(path) as connection:
        costs = read_costs([path, *oracle])
        chosen = chosen_runs(connection, limits, show)
        data = {"experiment": _about(path, read_manifest(connection)), "limits": _limits(limits), **overview(connection, limits, chosen)}
        data["figures"] = _figures(data, read_runs(connection)) if figures else []
        runs, sources, without = _microscopes(connection, chosen, costs, limits)
    shown = sum(chosen.values())
    remarks = _remarks(data["totals"], data["runs"]["rows"], shown, len(chosen), without, limits)
    data |= {"shown": chosen, "remarks": remarks}
    elements = (
        {"report-data": data} | {f"run-{key}": run for key, run in runs.items()} | {f"source-{key}": text for key, text in sources.items()}
    )
    scripts = [*([vega_script()] if figures else []), "\n".join(_asset(name) for name in _SCRIPTS)]
    text = page(visible(f"{data['experiment']['title']} - verilab"), _asset("page.html"), _asset("page.css"), scripts, visible(elements))
    _replace(target, text)
    return Written(target, len(text.encode()), len(chosen), shown, data["totals"]["refinements"], tuple(remarks))


def _figures(data: Mapping[str, Any], runs: Sequence[Run]) -> list[dict[str, Any]]:
    rows, settings = (
        [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]] for table in (data["runs"], data["settings"])
    )
    configurations = data["experiment"]["configurations"]
    return make_figures(rows, [row["setting"] for row in settings], configurations, runs)


def _about(path: Path, manifest: Mapping[str, Any]) -> dict[str, Any]:
    experiment, sessions = manifest.get("experiment", {}), manifest.get("sessions") or [{}]
    machine = sessions[-1].get("machine", {})
    return {
        "title": str(experiment.get("title") or experiment.get("name") or path.stem),
        "name": path.name,
        "queries": queries_folder(path).name,
        "study": experiment.get("study", ""),
        "record": experiment.get("record", []),
        "repetitions": experiment.get("repetitions", 1),
        "file": experiment.get("file", ""),
        "commit": manifest.get("commit", ""),
        "versions": manifest.get("versions", {}) | manifest.get("solvers", {}),
        "machine": {
            name: _with_unit(name, machine[name]) for name in ("host", "kernel", "processor", "cores", "memory") if name in machine
        },
        "sessions": [session.get("started", "") for session in sessions],
        "configurations": manifest.get("configurations", {}),
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "verilab": verilab.__version__,
    }


def _with_unit(name: str, value: Any) -> Any:
    return f"{value} MB" if name == "memory" else value


def _limits(limits: Limits) -> dict[str, Any]:
    """``noise``: what is no difference between CPU times, as a factor and an offset in seconds."""
    shown = {"steps": limits.steps, "candidates": limits.candidates, "characters": limits.characters}
    return shown | {"noise": TOLERANCE["cpu_s"]}


def _microscopes(
    connection: DuckDBPyConnection, chosen: Mapping[str, int], costs: Costs, limits: Limits
) -> tuple[dict[str, dict[str, Any]], dict[str, str], int]:
    """By key what the microscope shows of each run; the sources by their digests; how many models were too much."""
    sources, left, without = Sources(connection), [limits.model_bytes], 0
    payloads = {}
    for key, count in chosen.items():
        microscope = Microscope(limits, _budget(left))
        task, configuration = read_configuration(connection, key)
        known = costs.get((task, configuration_key(configuration)), {})
        payload = microscope.payload(read_refinements_of(connection, key, count), count, _queries(connection, key), known)
        names = {
            payload["texts"][step[1]]
            for refinement in payload["refinements"]
            for target in refinement["targets"]
            for step in target["path"]
        }
        payload["files"] = sources.of(task, sorted(names - {""}))
        without += microscope.left_out_models
        payloads[key] = payload
    return payloads, sources.texts, without


def _budget(left: list[int]) -> Callable[[int], bool]:
    """Takes so many bytes of what is left, for all runs together; False where there are too few."""

    def take(size: int) -> bool:
        if size > left[0]:
            return False
        left[0] -= size
        return True

    return take


def _queries(connection: DuckDBPyConnection, key: str) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """By phase and iteration what interpolation procedures were asked."""
    statement = "SELECT phase, iteration, file, procedure, outcome, seconds, partitions, logic FROM queries WHERE run = ? ORDER BY number"
    asked: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for phase, iteration, *cells in connection.execute(statement, [key]).fetchall():
        row = dict(zip(("file", "procedure", "outcome", "seconds", "partitions", "logic"), cells, strict=True))
        asked.setdefault((phase, iteration), []).append(row)
    return asked


def _remarks(totals: Mapping[str, int], runs: Sequence[Any], shown: int, chosen: int, without: int, limits: Limits) -> list[str]:
    """What the report leaves out."""
    remarks = []
    kept = f"{chosen:,} run{'' if chosen == 1 else 's'}"
    if len(runs) < totals["runs"]:
        remarks.append(f"The table of runs has {len(runs):,} of {totals['runs']:,} runs; the tables above it count all.")
    if shown < totals["refinements"]:
        remarks.append(
            f"The microscope has {shown:,} of {totals['refinements']:,} refinements, of {kept}, at most {limits.per_run:,} of one; "
            "choose others by verilab experiment report --show."
        )
    if without:
        remarks.append(f"{without:,} abstract models are left out: together they are larger than {limits.model_bytes >> 20} MB.")
    if totals["runs"] and not totals["refinements"]:
        remarks.append('No refinements were recorded: give the experiment record = ["models"] to see them in the microscope.')
    return remarks


def _asset(name: str) -> str:
    return files("verilab.experiments.report").joinpath("assets", name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _replace(target: Path, text: str) -> None:
    """The whole file or none."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
