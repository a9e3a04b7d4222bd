"""What an experiment was run with: versions, machine, command, sources, and the text of each task's files as a digest."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import verilab
from verilab.program.tasks import Task
from verilab.solving.registry import list_backends
from verilab.verification.sources import source_digest
from verilab.verification.versions import versions

_GIT_SECONDS = 5
_BACKENDS_SECONDS = 120


def manifest(experiment: dict[str, Any], command: list[str] | None = None) -> dict[str, Any]:
    """All but the solvers' own versions, which take long to find out (``solver_versions``).

    ``experiment`` says which experiment it is; ``session`` in the manifest is what is another each time that it is resumed.
    """
    return {
        "experiment": experiment,
        "versions": versions(),
        "sources": {"digest": source_digest()},
        "packages": dict(sorted((distribution.name, distribution.version) for distribution in distributions())),
        "commit": commit(),
        "session": {
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": sys.argv if command is None else command,
            "process": os.getpid(),
            "machine": machine(),
        },
    }


def first_change(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """The first entry in which two differ, as people read it; "" where none does."""
    changed = next((key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)), None)
    return "" if changed is None else f"{changed} was {old.get(changed)!r} and is {new.get(changed)!r}"


def machine() -> dict[str, Any]:
    """What runs are measured on; ``memory`` in megabytes."""
    return {
        "host": platform.node(),
        "kernel": f"{platform.system()} {platform.release()} {platform.version()}",
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def commit() -> str:
    """The commit of the checkout that this is run from, with ``+`` where it has changes; "" outside of a checkout."""
    folder = Path(verilab.__file__).resolve().parent
    answers = [_git(folder, "rev-parse", "HEAD"), _git(folder, "status", "--porcelain", "--untracked-files=no", ".")]
    return answers[0] + ("+" if answers[0] and answers[1] else "")


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=_GIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def task_row(task: Task) -> dict[str, Any]:
    """The row of the table ``tasks``: each of the task's files, its definition included, with its digest."""
    files = [*task.files, *([] if task.definition is None else [task.definition])]
    return {
        "task": task.name,
        "definition": "" if task.definition is None else str(task.definition),
        "expected": task.promised,
        "files": [{"file": str(file), "sha256": _digest(file)} for file in dict.fromkeys(files)],
    }


def source_rows(tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """The rows of the table ``sources``: the text of the tasks' programs, each once."""
    texts: dict[str, str] = {}
    for file in dict.fromkeys(file for task in tasks for file in task.files):
        with suppress(OSError):  # of one that is not there its run will tell
            text = file.read_bytes()
            texts[hashlib.sha256(text).hexdigest()] = text.decode(errors="replace")
    return [{"sha256": digest, "text": text} for digest, text in texts.items()]


def _digest(file: Path) -> str:
    """Of the file's text; "" for one that is not there, which its run will tell."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def solver_versions() -> dict[str, str]:
    """By name the engines that are installed, asked in a process of its own: some of them cannot share one."""
    command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import tell_solvers; tell_solvers()"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_BACKENDS_SECONDS)
        versions_by_name: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        return {}
    return versions_by_name


def tell_solvers() -> None:
    """Print them as JSON."""
    print(json.dumps({entry.name: entry.version for entry in list_backends() if entry.version}))
