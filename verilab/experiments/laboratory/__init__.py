"""The laboratory: experiments run on this machine or on many, resumed after any kill, with their rows in one file."""

from __future__ import annotations

from verilab.experiments.laboratory.campaign import finished_runs, run_design
from verilab.experiments.laboratory.pools import Pool, dask_pool, local_pool

__all__ = ["Pool", "dask_pool", "finished_runs", "local_pool", "run_design"]
