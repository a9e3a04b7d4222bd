"""The folder for what is costly to make and the same for every run: installed engines, scripts, compiled parts.

Whatever lies there can be made again, so that it may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

CACHE_VARIABLE = "VERILAB_CACHE"


def cache_folder() -> Path:
    """The environment variable VERILAB_CACHE, else ``verilab`` in XDG_CACHE_HOME or in ~/.cache.  RuntimeError where there is no home."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "verilab"


def keep(file: Path, content: bytes) -> bool:
    """Write the file whole or not at all, whoever else writes it at the same time; whether it is there."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        os.replace(draft, file)
    except OSError:
        with contextlib.suppress(OSError):  # it may not even be there
            draft.unlink()
        return False
    return True
