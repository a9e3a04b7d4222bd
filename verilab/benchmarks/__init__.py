"""Task families: C programs of any size whose verdict is known by construction."""

from __future__ import annotations

from verilab.benchmarks.catalogue import families
from verilab.benchmarks.family import BenchmarkTask, Family, Observed, Proof
from verilab.benchmarks.writing import demo_tasks, module_tasks, write, write_all, write_task

__all__ = ["BenchmarkTask", "Family", "Observed", "Proof", "demo_tasks", "families", "module_tasks", "write", "write_all", "write_task"]
