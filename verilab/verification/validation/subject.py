"""The task that a witness is about: the program that it names, or one that is given, which has to be the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path, PurePath

from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.tasks.properties import ErrorConvention, UnsupportedPropertyError, parse_property
from verilab.program.tasks.task import task_name
from verilab.program.witnesses.model import Place, Witness
from verilab.program.witnesses.reader import NotRead

BARE = (".c", ".i", ".h")


class Metadata(Enum):
    """What to make of a witness that names another version of the program (its hash) or another data model: an error, or a warning."""

    STRICT = "strict"
    WARN = "warn"


def subject(
    witness: Witness, task: Task | None, metadata: Metadata = Metadata.WARN, warn: Callable[[str], None] = lambda text: None
) -> Task:
    """The task to validate the witness on; where data models differ, with the task's own.

    ``task``: the one that is given, if one is; what a bare C file does not say is taken from the witness.  Raises InputError at the place
    in the witness where it is about another specification, and where ``metadata`` is strict about another program or data model; else
    that is told to ``warn``.
    """

    def differs(error: InputError) -> None:
        if metadata is Metadata.STRICT:
            raise error
        warn(f"{error.file}:{error.line}:{error.column}: {error.message}")

    if task is None:
        source = _named(witness)
        task = Task(task_name(source), (source,))
    if len(task.files) != 1:
        raise InputError(f"task {task.name} has {len(task.files)} input files", file=task.name, hint="verilab takes tasks of one file")
    difference = _other_program(witness, task.files[0])
    if difference is not None:
        differs(difference)
    convention = _convention(witness)
    model, place = witness.task.data_model
    if task.definition is None or task.definition.suffix in BARE:
        return replace(task, data_model=model, error_convention=convention)
    if model is not task.data_model:
        hint = f"give data_model: {task.data_model.value}, as the task definition does"
        differs(_error(witness, place, f"the witness is for {model.value}, the task for {task.data_model.value}", hint))
    if not convention.functions <= task.error_convention.functions or not convention.labels <= task.error_convention.labels:
        hint = f"the task asks for {task.error_convention}"
        raise _error(witness, witness.task.specification[1], f"the witness is about {convention}", hint)
    return task


def _named(witness: Witness) -> Path:
    """The program's file, beside the witness or where we are."""
    name, place = witness.task.input_files[0]
    for candidate in (Path(name), Path(witness.source.name).parent / name, Path(witness.source.name).parent / PurePath(name).name):
        try:
            if candidate.is_file():
                return candidate
        except (OSError, ValueError):  # a name that is too long, or that contains a NUL
            break
    raise _error(witness, place, f"there is no file '{name[:80]}'", "give the program behind the witness: verilab validate WITNESS PROGRAM")


def _other_program(witness: Witness, file: Path) -> InputError | None:
    """What is wrong with the hash that the witness gives of the program, None where it is the program's."""
    name, place = witness.task.input_files[0]
    hashes = witness.task.hashes
    recorded = next((entry for entry in hashes if entry[0] == name), None) or next(
        (entry for entry in hashes if PurePath(entry[0]).name == PurePath(name).name), None
    )
    if recorded is None:
        return _error(witness, place, f"there is no hash of '{name[:80]}'", "give its SHA-256 in input_file_hashes")
    try:
        actual = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=str(file)) from None
    if recorded[1] != actual:
        hint = f"the hash of {file.name} is {actual}"
        return _error(witness, recorded[2], f"the witness is about another version of '{name[:80]}'", hint)
    return None


def _convention(witness: Witness) -> ErrorConvention:
    text, place = witness.task.specification
    whole = text if text.lstrip().startswith(("CHECK", "COVER")) else f"CHECK( init(main()), LTL({text}) )"
    try:
        return parse_property(whole)
    except UnsupportedPropertyError as problem:
        raise NotRead(
            f"specification: {problem.message}",
            file=witness.source.name,
            line=place.line,
            column=place.column,
            hint=problem.hint,
            source_line=witness.source.line(place.line),
        ) from None
    except InputError as problem:
        raise _error(witness, place, f"specification: {problem.message}", problem.hint or "") from None


def _error(witness: Witness, place: Place, message: str, hint: str) -> InputError:
    return witness.source.error(message, place.line, place.column, hint)
