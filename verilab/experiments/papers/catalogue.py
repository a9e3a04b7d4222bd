"""The tables of the papers, by the name that the command line knows them by."""

from __future__ import annotations

from verilab.experiments.papers import forte15, lukasczyk18, spin15
from verilab.experiments.papers.figures import PaperTable

TABLES: dict[str, PaperTable] = {
    table.name: table for table in (forte15.TABLE_1, spin15.TABLE_1, spin15.TABLE_2, spin15.TABLE_3, lukasczyk18.CHAPTER_4)
}
