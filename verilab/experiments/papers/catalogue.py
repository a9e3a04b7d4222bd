"""The tables of the papers, by the name that the command line knows them by."""

from __future__ import annotations

from verilab.experiments.papers.ablation import EFFECTS, Ablation
from verilab.experiments.papers.properties import Properties
from verilab.experiments.papers.splitting.blocks import Blocks
from verilab.experiments.papers.splitting.engines import Engines
from verilab.experiments.papers.splitting.growth import Growth
from verilab.experiments.papers.splitting.table_1 import Table1
from verilab.experiments.papers.study import Comparing, Study
from verilab.experiments.papers.tables import forte15, lukasczyk18, spin15
from verilab.experiments.papers.tables.figures import PaperTable

TABLES: dict[str, PaperTable] = {
    table.name: table for table in (forte15.TABLE_1, spin15.TABLE_1, spin15.TABLE_2, spin15.TABLE_3, lukasczyk18.CHAPTER_4)
}
"""Those whose cells are numbers of solved tasks."""

STUDIES: dict[str, Study] = {
    study.name: study
    for study in (*map(Comparing, TABLES.values()), Properties(), *map(Ablation, EFFECTS), Table1(), Engines(), Growth(), Blocks())
}
"""Every table as a command."""
