"""Errors of use and of input as one clear message on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from verilab.errors import Refused
from verilab.program.errors import InputError


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user can cause into a message and exit code 2, never a traceback."""
    try:
        yield
    except (InputError, Refused) as error:
        message = error.render()
    except OSError as error:
        message = f"error: {error.filename or 'input'}: {error.strerror or error}"
    else:
        return
    typer.echo(message, err=True)
    raise typer.Exit(2)
