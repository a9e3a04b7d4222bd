"""Engines that no package index offers: files of a Maven repository with pinned SHA-256, in the user's cache folder.

``verilab.solving.download`` fetches them.  What a worker needs to find its engine is here: it loads nothing of networks.
"""

from __future__ import annotations

from pathlib import Path

from verilab.cache import cache_folder
from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file: its path below a Maven repository's base URL, its SHA-256 (hexadecimal), and its name in the cache folder."""

    path: str
    sha256: str
    file_name: str


@dataclass(frozen=True, slots=True)
class Installation:
    """The files of one version of an engine, and the licence they come under; ``needs_consent`` where the user must agree to it.

    ``note`` is one line that the user should know besides (what else the engine needs to run).
    """

    name: str
    version: str
    artifacts: tuple[Artifact, ...]
    licence_name: str
    licence_text: str
    needs_consent: bool
    note: str = ""


def installed_folder(installation: Installation) -> Path | None:
    """The folder with all files of an installation; None where any of them is missing."""
    folder = folder_of(installation)
    return folder if all((folder / artifact.file_name).is_file() for artifact in installation.artifacts) else None


def folder_of(installation: Installation) -> Path:
    """Where an installation belongs, whether it is there or not."""
    return cache_folder() / "engines" / f"{installation.name}-{installation.version}"
