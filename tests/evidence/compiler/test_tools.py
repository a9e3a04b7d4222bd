"""Calls of external programs end: when they are done, when they fail, when they take too long, and when nobody wants them any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from verilab.evidence.compiler import toolchain
from verilab.evidence.compiler.toolchain import Cancelled, Compiler, ToolError, Tools, compiler_for
from verilab.program.types import DataModel


def test_without_the_c_library_of_a_data_model_its_objects_are_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "gcc_version", lambda model: None)
    monkeypatch.setattr(toolchain, "has_start_files_of_32_bits", lambda: False)
    monkeypatch.setattr(toolchain, "multiarch", lambda: "here")
    for version, expected in (("12.1", Compiler("12.1", False, "here")), (None, None)):
        monkeypatch.setattr(toolchain, "version_with", lambda options, version=version: version)
        compiler_for.cache_clear()
        assert compiler_for(DataModel.ILP32) == expected
    compiler_for.cache_clear()


def test_a_process_forked_while_a_tool_starts_does_not_keep_its_output_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    original, starting = subprocess.Popen, threading.Event()

    class SlowlyStarted(original):  # type: ignore[misc, valid-type]  # the class is a value here
        def _execute_child(self, *arguments: object) -> None:
            starting.set()  # its pipes are there, and nobody has closed the ends that are the tool's
            time.sleep(0.3)
            super()._execute_child(*arguments)

    monkeypatch.setattr(subprocess, "Popen", SlowlyStarted)
    with ThreadPoolExecutor(1) as pool:
        output = pool.submit(Tools(tmp_path).call, ["echo", "done"])
        assert starting.wait(10.0)
        child = os.fork()
        if not child:
            time.sleep(60.0)
            os._exit(0)
        try:
            assert output.result(10.0) == "done\n"
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def test_a_call_gives_its_output_and_a_failure_its_complaint(tmp_path: Path) -> None:
    tools = Tools(tmp_path)
    assert tools.call(python("import os; print(os.getcwd())")).strip() == str(tmp_path)
    with pytest.raises(ToolError, match=r"^no such thing$"):
        tools.call(python("import sys; sys.exit('no such thing')"))
    with pytest.raises(ToolError, match="exit code 3"):
        tools.call(python("import sys; sys.exit(3)"))


def test_a_call_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    start = time.monotonic()
    with pytest.raises(ToolError, match="takes more than 0 s"):
        Tools(tmp_path, seconds=0.3).call(python("import time; time.sleep(60)"))
    assert time.monotonic() - start < 30


def test_after_cancel_there_are_no_calls(tmp_path: Path) -> None:
    tools = Tools(tmp_path)
    tools.cancel()
    with pytest.raises(Cancelled):
        tools.call(python(""))
