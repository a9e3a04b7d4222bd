"""Generated programs as SV-COMP tasks on disk: ``family/name.c``, ``family/name.yml`` and the files of the properties."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from verilab.errors import Refused, nearest
from verilab.families.catalogue import families
from verilab.families.drivers.kernel_module import Places, varied
from verilab.families.family import Family, FamilyTask
from verilab.program.automata.builtin import SUFFIX, find_automaton
from verilab.program.tasks import Task, load_tasks

MODULE_SIZES = (2, 3, 4, 6, 8, 10)
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
_PROPERTY = """  - property_file: ../properties/{file}
    expected_verdict: {verdict}"""
_DEFINITION = """format_version: '2.0'
input_files: '{name}.c'
properties:
{properties}
options:
  language: C
  data_model: {model}
"""


def write_task(directory: Path, task: FamilyTask) -> Path:
    """Write one task below ``directory``; the path of its definition."""
    folder = directory / task.family
    folder.mkdir(parents=True, exist_ok=True)
    properties = directory / "properties"
    properties.mkdir(exist_ok=True)
    verdicts: dict[str, bool] = {}
    for observed in task.observed:
        verdicts[f"{observed.protocol}{SUFFIX}"] = observed.expected
        (properties / f"{observed.protocol}{SUFFIX}").write_text(find_automaton(observed.protocol).source.text)
    if not verdicts:
        verdicts["unreach-call.prp"] = task.expected
        (properties / "unreach-call.prp").write_text(PROPERTY)
    (folder / f"{task.name}.c").write_text(task.source)
    definition = folder / f"{task.name}.yml"
    listed = [_PROPERTY.format(file=file, verdict=str(verdict).lower()) for file, verdict in verdicts.items()]
    definition.write_text(_DEFINITION.format(name=task.name, properties="\n".join(listed), model=task.data_model.value))
    return definition


def write(directory: str | Path, chosen: Iterable[Family] | None = None, sizes: Iterable[int] | None = None, seed: int = 0) -> list[Path]:
    """Write the tasks of the families (all), in each of the sizes (each family's own small ones) and verdicts; their definitions.

    A size below a family's smallest is left out for that family.
    """
    wanted = None if sizes is None else list(sizes)
    written: list[Path] = []
    for family in families().values() if chosen is None else chosen:
        for size in family.sizes if wanted is None else [size for size in wanted if size >= family.sizes[0]]:
            written += [write_task(Path(directory), family.generate(size, safe, seed)) for safe in family.verdicts]
    return written


def write_all(directory: str | Path, sizes: int) -> int:
    """Write every family in its first ``sizes`` sizes and all its verdicts; how many tasks that are."""
    return sum(len(write(directory, [family], family.sizes[:sizes])) for family in families().values())


def _temporary() -> Path:
    """A folder that is removed when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="verilab-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def temporary_tasks(generated: Iterable[FamilyTask]) -> list[Task]:
    """The tasks of generated programs, in a temporary folder that is removed when this process ends."""
    folder = _temporary()
    return [task for program in generated for task in load_tasks(write_task(folder, program))]


def tasks(family: str, sizes: Iterable[int] | None = None, *, safe: bool | None = None, seed: int = 0) -> list[Task]:
    """The tasks of a family by its name, in each of the sizes (its own small ones by default), with the verdicts that they must have.

    ``safe``: only those without, or with, a violation; both by default.  ``seed`` varies where faults are, and what else is random.
    They are in a temporary folder that is removed when this process ends.
    Refused for a name that no family has, and for a size or a verdict that it has not.

    The same on the command line, all families in a folder: ``verilab families --write FOLDER``.
    """
    known = families()
    if family not in known:
        raise Refused(f"no task family is called {family!r}; {nearest(family, known)}")
    chosen = known[family]
    verdicts = chosen.verdicts if safe is None else (safe,)
    try:
        generated = [chosen.generate(size, verdict, seed) for size in (chosen.sizes if sizes is None else sizes) for verdict in verdicts]
    except ValueError as error:
        raise Refused(str(error)) from error
    return temporary_tasks(generated)


def module_tasks(count: int, seed: int = 0, sizes: Sequence[int] = MODULE_SIZES, places: Places | None = None) -> list[Task]:
    """So many kernel modules that obey all their protocols, for comparisons of strategies (Lukasczyk 2018, §4.4).

    ``sizes``: their numbers of operations, in turn; a size that comes again has the next seed.  ``places``: where they are called from.
    They are in a temporary folder that is removed when this process ends.
    """
    places = places or Places()
    family = varied(places)
    generated = [family.generate(sizes[number % len(sizes)], True, seed + number // len(sizes)) for number in range(count)]
    if places != Places():
        generated = [
            replace(program, name=f"{program.name}-{places.sites}-sites-{places.irrelevant:g}-irrelevant") for program in generated
        ]
    return temporary_tasks(generated)


def demo_tasks(sizes: int = 1) -> list[Task]:
    """The tasks of ``write_all``, in a temporary folder that is removed when this process ends."""
    folder = _temporary()
    definitions = [path for family in families().values() for path in write(folder, [family], family.sizes[:sizes])]
    return [task for definition in definitions for task in load_tasks(definition)]
