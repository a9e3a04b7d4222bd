"""The rows of an experiment in one DuckDB file: written while it runs, read as data frames, exported."""

from __future__ import annotations

from verilab.experiments.store.database import StoreError
from verilab.experiments.store.exporting import FORMATS, export
from verilab.experiments.store.reading import StoredExperiment
from verilab.experiments.store.record import PROCESS_GROUP, Circumstances, Record
from verilab.experiments.store.writing import ExperimentStore

__all__ = ["FORMATS", "PROCESS_GROUP", "Circumstances", "ExperimentStore", "Record", "StoreError", "StoredExperiment", "export"]
