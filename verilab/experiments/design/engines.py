"""Whether the engines that an experiment names are there, before it runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from verilab.errors import Refused
from verilab.experiments.design.design import Design
from verilab.experiments.design.document import Document
from verilab.experiments.design.settings import AXES
from verilab.processes.endings import Ending
from verilab.program.errors import InputError
from verilab.verification.configuration import Configuration, ConfigurationError

SECONDS = 120
ATTEMPTS = 3
_NAMED = ("backend", "checker", "interpolation")


def check_engines(design: Design) -> None:
    """For the first configuration that names a backend or a procedure which there is not, InputError where the experiment's file does.

    ConfigurationError for what no line of the file names.

    They are loaded in a process of its own: some of them cannot share one, and the one that waits for runs needs none.
    """
    usual = Configuration()
    named = {label: [getattr(configuration, name) for name in _NAMED] for label, configuration in design.configurations.items()}
    wanted = {tuple(names): label for label, names in named.items() if names != [getattr(usual, name) for name in _NAMED]}
    if not wanted:
        return
    for label, message in zip(wanted.values(), _problems(list(wanted)), strict=True):
        if message:
            raise _located(design, label, message)


def _located(design: Design, label: str, message: str) -> InputError | ConfigurationError:
    """At the first value that has the name in it which the message is about: the first one that it quotes."""
    problem = f"{label}: {message}"
    if design.file is None:
        return ConfigurationError(problem)
    document = Document(design.file)
    quoted = re.search(r"'([^']+)'", message)
    keys = [*_NAMED, *(plural for plural, name in AXES.items() if name in _NAMED)]
    for table, values in document.data.items():
        for key in keys if table in ("axes", "settings") else ():
            users = values.get(key, [])
            for value in users if isinstance(users, list) else [users]:
                if quoted and quoted[1] in re.split(r"[:,\s]+", str(value)):
                    return document.error(problem, (table, key), value)
    return ConfigurationError(problem)


def _problems(wanted: list[tuple[str, ...]]) -> list[str]:
    """What ``tell_missing`` prints; it is asked once more where something outside ended it, or a solver of its."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import tell_missing; tell_missing()"
    why = ""
    for _ in range(ATTEMPTS):
        try:
            process = subprocess.run(
                [sys.executable, "-c", code], input=json.dumps(wanted), capture_output=True, text=True, timeout=SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ConfigurationError(f"the engines of the experiment cannot be loaded: {error}") from None
        if process.returncode == 0:
            problems: list[str] = json.loads(process.stdout.splitlines()[-1])
            return problems
        why = Ending(process.returncode, process.stderr).described("the process that tries it")
        if "SIGKILL" not in why:
            break
    raise ConfigurationError(f"the engines of the experiment cannot be loaded: {why}")


def tell_missing() -> None:
    """Print for each combination of names on standard input what is wrong with it, "" for nothing."""
    from verilab.verification.workshop import named_backends

    messages = []
    for names in json.loads(sys.stdin.read()):
        try:
            for backend in named_backends(Configuration(**dict(zip(_NAMED, names, strict=True)))).values():
                backend.close()
            messages.append("")
        except Refused as error:
            messages.append(str(error))
    print(json.dumps(messages))
