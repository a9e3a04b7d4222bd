"""Errors of use and of input: one clear message on standard error, exit code 2, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.oracle import BranchError
from verilab.experiments.oracle.strategies import OracleError
from verilab.experiments.runs.isolated import RejectedInput
from verilab.program.errors import InputError
from verilab.program.tasks import Task, load_tasks
from verilab.refinement.strategy import StrategyError
from verilab.solving.installation import InstallationError
from verilab.solving.queries.files import QueryFileError
from verilab.solving.registry import BackendNotInstalled, UnknownBackend


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user can cause into a message and exit code 2."""
    try:
        yield
    except InputError as error:
        message = error.render()
    except RejectedInput as error:
        message = str(error)
    except (
        BranchError,
        ConfigurationError,
        InstallationError,
        OracleError,
        StrategyError,
        BackendNotInstalled,
        UnknownBackend,
        QueryFileError,
    ) as error:
        message = f"error: {error}"
    except OSError as error:
        message = f"error: {error.filename or 'input'}: {error.strerror or error}"
    else:
        return
    typer.echo(message, err=True)
    raise typer.Exit(2)


def single_task(file: Path) -> Task:
    """The one task that a file holds; InputError where it holds none or several."""
    tasks = load_tasks(file)
    if len(tasks) != 1:
        raise InputError(f"names {len(tasks)} tasks, one is taken", file=str(file), hint="use verilab sweep for several")
    return tasks[0]
