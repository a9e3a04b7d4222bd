"""The driver (``runtime/``) as an object file: it knows nothing of the program that it runs, so that it is compiled once and kept.

That takes as long as all the rest of a small program's build.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from verilab.cache import cache_folder, keep
from verilab.evidence.compiler.toolchain import RUNTIME, Compiler, Tools


def driver_object(tools: Tools, compiler: Compiler, options: Sequence[str]) -> Path:
    """The object for these options of gcc, from the cache folder or compiled in the directory of the tools.

    Raises ToolError and Cancelled.
    """
    kept = _place(compiler, options)
    if kept is not None and kept.is_file():
        return kept
    source = RUNTIME / ("hosted.c" if compiler.hosted else "freestanding.c")
    tools.call(["gcc", *options, "-c", str(source), "-o", "driver.o"])
    compiled = tools.directory / "driver.o"
    return kept if kept is not None and keep(kept, compiled.read_bytes()) else compiled


def _place(compiler: Compiler, options: Sequence[str]) -> Path | None:
    """Where the object is kept: a name for all that it is made from, the C library included; None where there is no home."""
    parts = [str(compiler), _library(), *options, _sources()]
    try:
        return cache_folder() / "drivers" / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.o"
    except RuntimeError:
        return None


def _library() -> str:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):  # another library than GNU's has no such name
        return ""


@lru_cache
def _sources() -> str:
    digest = hashlib.sha256()
    for file in sorted(path for path in RUNTIME.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(RUNTIME)}\0".encode() + file.read_bytes())
    return digest.hexdigest()
