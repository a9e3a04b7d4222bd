"""The tasks of both collections, as ``results/corpus.csv`` and ``results/wide.csv`` name them: repository, commit, path, digest.

FOLDER/corpus/DEFINITION.yml, wide/DEFINITION.yml    definitions of format 2.0, each beside its program
FOLDER/repositories/                                 what was fetched of each repository: that commit alone
"""

from __future__ import annotations

import csv
import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from verilab.errors import Refused

TABLES = Path(__file__).resolve().parents[1]
COLLECTIONS = ("corpus", "wide")
FORMULAS = {"unreach-call": "LTL(G ! call(reach_error()))", "label ERROR": "LTL(G ! label(ERROR))"}


def lay_out(folder: Path, tables: Path = TABLES) -> Iterator[str]:
    """Fetch and write all tasks, those that are there already too; how many of each collection.

    Refused where git cannot fetch, or a program is another than the one that rows were made with.
    """
    fetched: dict[tuple[str, str], Path] = {}
    for collection in COLLECTIONS:
        place = folder / collection
        with (tables / f"{collection}.csv").open() as file:
            rows = list(csv.DictReader(file))
        properties = place / "properties"
        properties.mkdir(parents=True, exist_ok=True)
        for name, formula in FORMULAS.items():
            (properties / _file(name)).write_text(f"CHECK( init(main()), {formula} )\n")
        for row in rows:
            source = row["repository"], row["commit"]
            if source not in fetched:
                fetched[source] = _fetched(*source, folder / "repositories")
            program = _git(fetched[source], "show", f"{row['commit']}:{row['path']}")
            if hashlib.sha256(program).hexdigest() != row["sha256"]:
                raise Refused(f"{row['path']} of {row['repository']} is another program than {collection}.csv names: its digest differs")
            definition = place / row["definition"]
            definition.parent.mkdir(parents=True, exist_ok=True)
            (definition.parent / Path(row["path"]).name).write_bytes(program)
            definition.write_text(_definition(row))
        yield f"{collection}: {len(rows)} tasks in {place}"


def _file(property: str) -> str:
    return "unreach-call.prp" if property == "unreach-call" else "error-label.prp"


def _definition(row: dict[str, str]) -> str:
    return f"""\
format_version: '2.0'
input_files: {json.dumps(Path(row["path"]).name)}
properties:
  - property_file: ../properties/{_file(row["property"])}
    expected_verdict: {row["expected_verdict"]}
options:
  language: C
  data_model: {row["data_model"]}
"""


def _fetched(repository: str, commit: str, folder: Path) -> Path:
    """A bare repository that has the commit."""
    place = folder / repository.rstrip("/").rpartition("/")[2]
    if not place.exists():
        place.mkdir(parents=True)
        _git(place, "init", "--quiet", "--bare")
    try:
        _git(place, "cat-file", "-e", f"{commit}^{{commit}}")
    except Refused:
        _git(place, "fetch", "--quiet", "--depth", "1", repository, commit)
    return place


def _git(place: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(place), *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        raise Refused("tasks are fetched with git, which is not installed here") from None
    if done.returncode:
        raise Refused(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
