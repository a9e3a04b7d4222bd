"""Benchmark definitions: what BenchExec is told to run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from verilab.experiments.benchexec.results import MODULE


def write_definition(
    path: Path, tasks: Sequence[Path], property_file: Path | None, runs: Mapping[str, Sequence[str]], *, seconds: int, megabytes: int | None
) -> None:
    """Write a definition of these task definitions under each run definition: its name and the options of ``verilab verify``.

    ``seconds`` of CPU time; ``megabytes`` None: no limit by BenchExec, which needs cgroups for it.
    """
    limits = {"timelimit": f"{seconds}s"} | ({} if megabytes is None else {"memlimit": f"{megabytes} MB", "cpuCores": "1"})
    root = Element("benchmark", {"tool": MODULE, "displayName": "verilab", **limits})
    for name, options in runs.items():
        definition = SubElement(root, "rundefinition", {"name": name} if name else {})
        for option in options:
            flag, equals, value = option.partition("=")
            SubElement(definition, "option", {"name": flag}).text = value if equals else None
    listed = SubElement(root, "tasks")  # a name would go to the runs' labels
    folder = path.absolute().parent
    for task in tasks:
        SubElement(listed, "include").text = os.path.relpath(task.absolute(), folder)
    if property_file is not None:
        SubElement(root, "propertyfile").text = os.path.relpath(property_file.absolute(), folder)
    columns = SubElement(root, "columns")
    for title in ("states", "refinements", "predicates", "solver_s"):
        SubElement(columns, "column", {"title": title}).text = title
    tree = ElementTree(root)
    indent(tree)
    tree.write(path, encoding="utf-8", xml_declaration=True)
