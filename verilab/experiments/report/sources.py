"""The text of the programs that error paths are of: as it was stored, else from the disk where it is still the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from verilab.experiments.store.database import has_table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 1_000_000
"""Characters of a source file."""


class Sources:
    """Finds them by task and by the name that a path has for the file."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._stored = has_table(connection, "sources")
        self.texts: dict[str, str] = {}
        """By digest those that were asked for."""

    def of(self, task: str, files: Iterable[str]) -> dict[str, str]:
        """By file the digest of its text; files without one are left out."""
        row = self._connection.execute("SELECT files FROM tasks WHERE task = ?", [task]).fetchone()
        known = {each["file"]: each["sha256"] for each in (json.loads(row[0]) if row else ())}
        names: dict[str, list[str]] = {}
        for file in known:
            names.setdefault(Path(file).name, []).append(file)
        digests = {}
        for file in files:
            same = names.get(Path(file).name, [])
            path = file if file in known else same[0] if len(same) == 1 else None
            if path is not None and self._text(path, known[path]):
                digests[file] = known[path]
        return digests

    def _text(self, path: str, digest: str) -> bool:
        if digest not in self.texts:
            row = self._connection.execute("SELECT text FROM sources WHERE sha256 = ?", [digest]).fetchone() if self._stored else None
            text = row[0] if row else _read(Path(path), digest)
            if text is None:
                return False
            self.texts[digest] = text[:MOST]
        return True


def _read(path: Path, digest: str) -> str | None:
    """The text of a file whose digest is still that."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return data.decode(errors="replace") if hashlib.sha256(data).hexdigest() == digest else None
