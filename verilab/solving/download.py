"""The download of an engine (``verilab.solving.installation``).

A folder of the cache holds a whole installation or does not exist: files are hashed while they are written to a temporary folder
beside it, which is renamed when all of them are right.  An interrupted or tampered download leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

from verilab.cache import CACHE_VARIABLE
from verilab.errors import Refused
from verilab.solving.installation import Artifact, Installation, folder_of, installed_folder

MAVEN_CENTRAL = "https://repo1.maven.org/maven2"
BASE_URL_VARIABLE = "VERILAB_MAVEN_URL"
_TIMEOUT_SECONDS = 30.0
_CHUNK = 1 << 18


class InstallationError(Refused):
    """An engine could not be fetched; the message says why and what would work."""


def install(installation: Installation, *, base_url: str | None = None) -> Path:
    """Fetch what is not there yet and return the installation's folder.  Raises InstallationError; then nothing is left behind.

    ``base_url``: the Maven repository; by default environment variable VERILAB_MAVEN_URL, else Maven Central.
    """
    present = installed_folder(installation)
    if present is not None:
        return present
    base = _checked_base(base_url or os.environ.get(BASE_URL_VARIABLE) or MAVEN_CENTRAL)
    folder = folder_of(installation)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent, ignore_cleanup_errors=True) as scratch:
            complete = Path(scratch) / "complete"
            complete.mkdir()
            for artifact in installation.artifacts:
                _download(f"{base}/{artifact.path}", artifact, complete)
            _put_in_place(complete, folder, Path(scratch) / "incomplete", installation)
    except OSError as error:
        raise InstallationError(
            f"cannot write {installation.name} to {folder.parent}: {error.strerror or error}; "
            f"set {CACHE_VARIABLE} to a folder you can write to"
        ) from error
    return folder


def _checked_base(url: str) -> str:
    scheme = urllib.parse.urlsplit(url).scheme
    if scheme not in ("https", "http", "file"):
        raise InstallationError(
            f"{url!r} is no address of a Maven repository; {BASE_URL_VARIABLE} must start with https://, http:// or file://"
        )
    return url.rstrip("/")


def _put_in_place(complete: Path, folder: Path, aside: Path, installation: Installation) -> None:
    """Rename a complete folder to its place; an incomplete one there gives way, a complete one (of another process) stays."""
    if folder.exists():
        folder.rename(aside)
    try:
        complete.rename(folder)
    except OSError:
        if installed_folder(installation) is None:
            raise


class _StaySecure(urllib.request.HTTPRedirectHandler):
    """Follows no redirection from https to anything else."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise urllib.error.URLError(f"it redirects from https to {newurl}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(url: str, artifact: Artifact, folder: Path) -> None:
    digest = hashlib.sha256()
    with (folder / artifact.file_name).open("xb") as file:
        try:
            with urllib.request.build_opener(_StaySecure).open(url, timeout=_TIMEOUT_SECONDS) as response:
                while chunk := _read(response):
                    digest.update(chunk)
                    file.write(chunk)
        except urllib.error.HTTPError as error:
            raise InstallationError(f"{url}: the server answered {error.code} {error.reason}; {_elsewhere()}") from error
        except urllib.error.URLError as error:
            raise InstallationError(f"{url} cannot be reached: {error.reason}; {_elsewhere()}") from error
    if digest.hexdigest() != artifact.sha256:
        raise InstallationError(
            f"{url} is not the expected file and was discarded: its SHA-256 is {digest.hexdigest()}, expected {artifact.sha256}"
        )


def _read(response: Any) -> bytes:
    """The next part of an answer; errors of the connection, which may be OSErrors, are told from those of the disk here."""
    try:
        chunk: bytes = response.read(_CHUNK)
    except (OSError, HTTPException) as error:
        raise urllib.error.URLError(str(error) or type(error).__name__) from error
    return chunk


def _elsewhere() -> str:
    return f"check the network, or set {BASE_URL_VARIABLE} to another Maven repository"
