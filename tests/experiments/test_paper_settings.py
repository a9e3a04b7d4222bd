"""In which settings the papers' tables are run: what the page of each says is what its rows have, and what is printed."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.backends.required import known_backends
from tests.experiments.paper_rows import result_of
from verilab.experiments.papers.catalogue import STUDIES, TABLES
from verilab.experiments.papers.splitting import blocks, table_1
from verilab.experiments.papers.study import Study
from verilab.experiments.papers.tables.settings import Setting, Under, common_settings, heading
from verilab.families import demo_tasks
from verilab.resources import Deadline, SolverClock
from verilab.solving.backend import Theory
from verilab.verification.configuration import SETTINGS, Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import predicate_analysis
from verilab.verification.schema import Run
from verilab.verification.settings_presets import SETTINGS_PRESETS
from verilab.verification.workshop import Workshop

PAGES = Path(__file__).parents[2] / "docs" / "papers"
PAPERS: dict[str, tuple[Setting, ...]] = {
    "forte15": (TABLES["forte15"].setting,),
    "spin15": tuple(TABLES[name].setting for name in ("spin15-predicate", "spin15-value", "spin15-combinations")),
    "lukasczyk18": (TABLES["thesis"].setting,),
    "vmcai12": (table_1.SETTING,),
    "spiessl17": (blocks.SETTING,),
}
"""The papers' settings, by the name of the page."""
SPLITTING = ("vmcai12", "vmcai12-growth", "spiessl17")
ONE_SOLVER = [name for name, table in TABLES.items() if "interpolation" in table.setting]


def options_of(page: str) -> dict[str, str]:
    """The options in the second column of the page's table of settings, as fields."""
    text = (PAGES / f"{page}.md").read_text().partition("## The paper's setting and ours")[2]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")]
    return {name.replace("-", "_"): value for row in rows for name, value in re.findall(r"--([\w-]+) ([^\s`]+)", row[2])}


@pytest.mark.parametrize("page", PAPERS)
def test_between_the_page_of_a_paper_and_its_setting_there_is_no_difference(page: str) -> None:
    stated: dict[str, str] = {}
    for setting in PAPERS[page]:
        stated |= {name: str(value) for name, value in setting.items()}
    assert options_of(page) == stated


@pytest.mark.parametrize("page", PAPERS)
def test_the_whole_setting_is_printed_where_it_equals_the_default_too(page: str) -> None:
    """``order bfs`` is a decision of VMCAI'12's setting as much as its engine is."""
    for setting in PAPERS[page]:
        run = Run(
            "x",
            result_of(
                "a/b", "true", configuration=Configuration(**{"analysis": "composite" if "engine" in setting else "predicate", **setting})
            ),
        )
        assert set(common_settings([run], setting).split(", ")) == {f"{name} {value}" for name, value in setting.items()}


def test_our_setting_is_printed_on_the_axes_on_which_the_papers_differs_from_it() -> None:
    run = Run("x (ours)", result_of("a/b", "true", configuration=Configuration(analysis="predicate", strategy="forte15-score-located")))
    stated = ("backend", "interpolation", "order")
    assert common_settings([run], stated) == "backend z3, interpolation the backend's own, order bfs, scope located"


def test_a_scope_is_printed_where_all_runs_share_it() -> None:
    runs = [
        Run("x", result_of("a/b", "true", configuration=Configuration(strategy=f"spin15-none apply=restart:{scope}")))
        for scope in ("located", "global")
    ]
    assert [common_settings([run]) for run in runs] == ["scope located", "scope global"]
    assert common_settings(runs) == ""


def test_what_runs_do_not_have_in_common_is_no_setting_of_theirs() -> None:
    runs = [Run("x", result_of("a/b", "true", configuration=Configuration(order=order))) for order in ("bfs", "rpo")]
    assert common_settings(runs, ("order", "fallback")) == "fallback new"


@pytest.mark.parametrize("name", SPLITTING)
def test_tables_of_splitting_have_every_row_in_the_papers_setting_and_in_ours(name: str) -> None:
    study = STUDIES[name]
    papers, ours = ([row for row in study.rows() if row.under is side] for side in (Under.PAPER, Under.OURS))
    assert [row.key for row in papers] == [row.key for row in ours] != []
    default = Configuration()
    for one, other in zip(papers, ours, strict=True):
        configuration = one.configuration(default)
        assert configuration.backend == "smtinterpol"
        assert configuration.interpolation == "smtinterpol:proofs"
        assert (configuration.reduction, configuration.fallback) == ("none", "none")  # one query, as the path is
        assert asdict(replace(configuration, **{field: getattr(default, field) for field in study.setting})) == asdict(
            other.configuration(default)
        )


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
@pytest.mark.parametrize("under", Under)
def test_every_table_has_rows_under_each_setting(study: Study, under: Under) -> None:
    assert any(under.includes(row.under) for row in study.rows())


def test_both_engines_stand_in_the_table_each_with_what_it_solved() -> None:
    study, default = STUDIES["vmcai12"], Configuration()
    runs = []
    for row in study.rows():
        if row.key == "kojak-large":
            verdict = "true" if row.under is Under.PAPER else "unknown"
            runs.append(
                Run(row.label, result_of("nested-counter/nested-counter-4-safe", verdict, configuration=row.configuration(default)))
            )
    text = study.text(runs, "1 s", None)
    lines = [re.split(r"\s{2,}", line) for line in text.splitlines() if line.startswith("Kojak, LBE Yes")]
    assert lines == [
        ["Kojak, LBE Yes", "the paper's", "smtinterpol:proofs", "1 of 1"],
        ["Kojak, LBE Yes", "our", "z3, its procedures in turn", "0 of 1"],
    ]
    assert "under the paper's setting\nsetting: backend smtinterpol, " in text
    assert "under our setting\nsetting: backend z3, " in text


def test_rows_that_have_something_else_than_the_papers_setting_are_not_said_to_have_it() -> None:
    setting = {"backend": "smtinterpol", "order": "rpo"}
    runs = [
        Run("x", result_of("a/b", "true", configuration=Configuration(backend=backend, order="rpo"))) for backend in ("smtinterpol", "z3")
    ]
    assert heading(Under.PAPER, runs[:1], setting) == "under the paper's setting"
    assert heading(Under.PAPER, runs, setting) == "under the paper's setting, but for backend"
    assert heading(Under.OURS, runs, setting) == "under our setting"


@pytest.mark.parametrize("name", [*ONE_SOLVER, *SPLITTING])
def test_in_the_papers_one_solver_checks_abstracts_slices_and_interpolates(name: str) -> None:
    setting = TABLES[name].setting if name in TABLES else STUDIES[name].setting
    assert setting["interpolation"] == f"{setting['backend']}:proofs"


@pytest.mark.parametrize("name", [name for name in SETTINGS_PRESETS if name.startswith("paper-engine")])
def test_a_preset_of_settings_names_one_solver(name: str) -> None:
    setting = SETTINGS_PRESETS[name]
    assert setting["interpolation"] == f"{setting['backend']}:proofs"
    assert set(setting) <= set(SETTINGS)


WITHOUT_WORDS = [each.name for each in known_backends() if each.capabilities is not None and Theory.BV not in each.capabilities.theories]


@pytest.mark.parametrize("name", WITHOUT_WORDS)
def test_where_a_solver_has_no_bit_vectors_another_one_decides_on_executions(name: str) -> None:
    """Paths that linear integers over-approximate stay decidable under SMTInterpol, and those of values too."""
    configuration = Configuration(analysis="predicate", backend=name)
    workshop = Workshop(load_program(demo_tasks(1)[0], configuration), configuration, Deadline(), SolverClock())
    session = workshop.exact_sessions(Deadline())()
    number = workshop.environment.formula_manager.BV(1, 32)
    session.add(workshop.environment.formula_manager.Equals(workshop.environment.formula_manager.BVAnd(number, number), number))
    assert session.check().value == "sat"
    session.close()
    analysis = predicate_analysis(workshop, "int", Deadline())
    analysis.close()
    for backend in workshop.backends.values():
        backend.close()
