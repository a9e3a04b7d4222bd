"""Engines from a Maven repository: pinned, atomic, and nothing is left of a download that went wrong."""

from __future__ import annotations

import functools
import hashlib
import http.server
import os
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from verilab.cache import cache_folder, keep
from verilab.solving import download as module
from verilab.solving.download import InstallationError, install
from verilab.solving.installation import Artifact, Installation, installed_folder
from verilab.solving.registry import UnknownBackend, backend_names, installation_of

TEXTS = {"engine.so": b"machine code" * 1000, "engine.jar": b"byte code"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VERILAB_MAVEN_URL", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "maven"
    (folder / "org/engine").mkdir(parents=True)
    for name, content in TEXTS.items():
        (folder / "org/engine" / name).write_bytes(content)
    return folder


@pytest.fixture
def server(repository: Path) -> Iterator[str]:
    handler = functools.partial(_QuietHandler, directory=str(repository))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def engine() -> Installation:
    artifacts = tuple(Artifact(f"org/engine/{name}", hashlib.sha256(text).hexdigest(), name) for name, text in TEXTS.items())
    return Installation("engine", "1.0", artifacts, "licence", "text", needs_consent=True)


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_files_come_from_http_and_a_second_call_needs_no_network(server: str, cache: Path) -> None:
    assert installed_folder(engine()) is None
    folder = install(engine(), base_url=server)
    assert {name: (folder / name).read_bytes() for name in TEXTS} == TEXTS
    assert installed_folder(engine()) == folder == install(engine(), base_url="http://127.0.0.1:1")
    assert len(files_below(cache)) == len(TEXTS)


def test_the_environment_names_another_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERILAB_MAVEN_URL", repository.as_uri() + "/")
    assert (install(engine()) / "engine.jar").read_bytes() == b"byte code"
    monkeypatch.setenv("VERILAB_MAVEN_URL", "ftp://somewhere")
    with pytest.raises(InstallationError, match="https://"):
        install(replace(engine(), version="2"))


def test_a_tampered_file_is_refused_with_both_hashes_and_nothing_is_left(server: str, repository: Path, cache: Path) -> None:
    (repository / "org/engine/engine.jar").write_bytes(b"malice")
    found, expected = hashlib.sha256(b"malice").hexdigest(), hashlib.sha256(TEXTS["engine.jar"]).hexdigest()
    with pytest.raises(InstallationError, match=f"{found}, expected {expected}"):
        install(engine(), base_url=server)
    assert installed_folder(engine()) is None
    assert files_below(cache) == []


def test_a_missing_file_is_told_with_its_address_and_nothing_is_left(server: str, repository: Path, cache: Path) -> None:
    (repository / "org/engine/engine.jar").unlink()
    with pytest.raises(InstallationError, match=r"org/engine/engine\.jar: the server answered 404"):
        install(engine(), base_url=server)
    assert files_below(cache) == []


def test_no_network_is_told_with_what_to_do() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(InstallationError, match=r"cannot be reached.*VERILAB_MAVEN_URL"):
        install(engine(), base_url=f"http://127.0.0.1:{port}")


def test_a_connection_cut_in_the_middle_leaves_nothing_behind(cache: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve_half() -> None:
            connection, _ = listener.accept()
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 12000\r\n\r\nmachine")
            connection.close()

        threading.Thread(target=serve_half, daemon=True).start()
        with pytest.raises(InstallationError):
            install(engine(), base_url=f"http://127.0.0.1:{listener.getsockname()[1]}")
    assert files_below(cache) == []


def test_an_interrupt_leaves_nothing_behind(server: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(response: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_read", interrupted)
    with pytest.raises(KeyboardInterrupt):
        install(engine(), base_url=server)
    assert list((cache / "engines").iterdir()) == []


def test_an_incomplete_folder_is_completed(server: str) -> None:
    folder = install(engine(), base_url=server)
    (folder / "engine.so").unlink()
    assert installed_folder(engine()) is None
    assert (install(engine(), base_url=server) / "engine.so").read_bytes() == TEXTS["engine.so"]


def test_a_cache_that_cannot_be_written_is_told_with_the_variable_that_moves_it(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("VERILAB_CACHE", str(tmp_path / "file"))
    with pytest.raises(InstallationError, match="VERILAB_CACHE"):
        install(engine(), base_url=server)


def test_https_is_never_left_by_a_redirection() -> None:
    from urllib.error import URLError
    from urllib.request import Request

    with pytest.raises(URLError, match="redirects from https"):
        module._StaySecure().redirect_request(Request("https://a/x"), None, 302, "Found", {}, "http://b/x")


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("VERILAB_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "verilab"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path(os.path.expanduser("~")) / ".cache" / "verilab"


def test_mathsat_is_fetched_and_pip_engines_are_not() -> None:
    installation = installation_of("mathsat")
    assert installation is not None
    assert installation.needs_consent
    assert "research and evaluation" in installation.licence_text
    assert installation_of("z3") is None
    assert "mathsat" in backend_names()
    with pytest.raises(UnknownBackend):
        installation_of("mathsatt")


def test_what_is_kept_is_whole_or_not_there(tmp_path: Path) -> None:
    assert keep(tmp_path / "new" / "part", b"content")
    assert (tmp_path / "new" / "part").read_bytes() == b"content"
    (tmp_path / "taken").mkdir()
    assert not keep(tmp_path / "taken", b"content")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new", "taken"]
