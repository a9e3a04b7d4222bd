"""Which tasks of which corpus were run, in a file by which a second person gets the same ones.

    repository = "https://gitlab.com/sosy-lab/benchmarking/sv-benchmarks.git"
    commit = "0123..."
    path = "c"
    filter = "spin15"
    sample = 40
    seed = 0
    [tasks]
    "loops/sum01-1.yml" = "sha256 of the definition and the programs"

``repository`` and ``commit`` are what git says of the folder, "" where it is in no repository; the digests tell the same tasks there too.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.program.source import read_text
from verilab.program.tasks import Task, load_tasks
from verilab.program.tasks.properties import UnsupportedPropertyError
from verilab.verification.configuration import ConfigurationError

SUFFIX = ".corpus.toml"


@dataclass(frozen=True, slots=True)
class Corpus:
    """A draw from a folder of tasks; ``tasks`` are digests by the definitions' paths in the folder, ``sample`` 0 for all."""

    repository: str
    commit: str
    path: str
    filter: str = ""
    sample: int = 0
    seed: int = 0
    tasks: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The file."""
        about = {"repository": self.repository, "commit": self.commit, "path": self.path, "filter": self.filter}
        lines = [f"{name} = {_quoted(value)}" for name, value in about.items()]
        lines += [f"sample = {self.sample}", f"seed = {self.seed}", "[tasks]"]
        lines += [f"{_quoted(name)} = {_quoted(digest)}" for name, digest in self.tasks.items()]
        return "\n".join(lines) + "\n"

    @staticmethod
    def read(file: Path) -> Corpus:
        """Of a file that ``text`` wrote; InputError where it is none."""
        try:
            document = tomllib.loads(read_text(file))
            corpus = Corpus(**document)
        except (tomllib.TOMLDecodeError, TypeError) as error:
            raise InputError(f"names no corpus: {error}", file=str(file)) from None
        texts = (corpus.repository, corpus.commit, corpus.path, corpus.filter)
        plain = isinstance(corpus.tasks, dict) and all(isinstance(text, str) for text in (*texts, *corpus.tasks.values()))
        if not plain or not corpus.tasks:
            raise InputError(
                "names no tasks of a corpus", file=str(file), hint=f"give a file that ends with {SUFFIX}, as reproduce writes it"
            )
        return corpus

    @property
    def place(self) -> str:
        """Where the tasks are from, for people."""
        origin = " ".join(filter(None, (self.repository, self.commit and f"at {self.commit}"))) or "a folder in no repository"
        return f"{origin}, {self.path}" if self.path else origin

    def drawn(self, folder: Path) -> list[Task]:
        """The same tasks of another copy of the folder.  ConfigurationError for one that is not there, or not the same."""
        tasks = []
        for name, digest in self.tasks.items():
            definition = folder / name
            if not definition.is_file():
                raise ConfigurationError(f"{folder} has no {name}; the tasks are those of {self.place}")
            (task,) = load_tasks(definition)
            if digest_of(task) != digest:
                raise ConfigurationError(f"{definition} is not the task that was drawn; take {self.place}")
            tasks.append(task)
        return tasks


def reachability_tasks(folder: Path) -> list[Task]:
    """The tasks of a tree of SV-COMP's; definitions that have no property of reachability are passed over.  InputError for no tasks."""
    tasks = []
    for definition in sorted(folder.rglob("*.yml")):
        try:
            tasks += load_tasks(definition)
        except UnsupportedPropertyError:
            continue
    if not tasks:
        raise InputError("holds no task about reachability", file=str(folder), hint="name the folder c of sv-benchmarks, or one in it")
    return tasks


def corpus_of(folder: Path, tasks: Sequence[Task], filter: str, sample: int | None, seed: int) -> Corpus:
    """The file about tasks of a folder."""
    names = {task.definition.relative_to(folder).as_posix(): digest_of(task) for task in tasks if task.definition is not None}
    top = _git(folder, "rev-parse", "--show-toplevel")
    path = folder.resolve().relative_to(Path(top).resolve()).as_posix() if top else folder.name
    remote = _git(folder, "remote", "get-url", "origin") if top else ""
    commit = _git(folder, "rev-parse", "HEAD") if top else ""
    return Corpus(remote, commit, "" if path == "." else path, filter, sample or 0, seed, names)


def digest_of(task: Task) -> str:
    """Of the definition and the programs of a task, whatever they are called."""
    digest = hashlib.sha256()
    for file in (*([task.definition] if task.definition else []), *task.files):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _quoted(text: str) -> str:
    """As a TOML string; those of JSON are."""
    return json.dumps(text, ensure_ascii=False)


def _git(folder: Path, *arguments: str) -> str:
    """What git says of a folder, "" where it is in no repository or git is not there."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
