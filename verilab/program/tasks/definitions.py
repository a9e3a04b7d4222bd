"""SV-COMP task definitions (``.yml``), formats 1.0 and 2.0.

``input_files`` (a name or a list), ``properties`` (each with ``property_file`` and perhaps ``expected_verdict``), and in format 2.0
``options`` with ``language`` and ``data_model``.  The YAML is read as a graph of nodes, not as Python values: so every complaint has its
line and column, and no tag can build anything.
"""

from __future__ import annotations

import glob
import os
from pathlib import Path

import yaml

from verilab.data_classes import dataclass
from verilab.program.automata.builtin import SUFFIX
from verilab.program.automata.parser import load_automaton
from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text
from verilab.program.stack import with_deep_stack
from verilab.program.tasks.properties import NO_CONVENTION, SUPPORTED, ErrorConvention, UnsupportedPropertyError, load_property
from verilab.program.tasks.task import ObservedProperty, Task, TaskOptions, task_name
from verilab.program.types import DataModel

# Definitions are a dozen lines.  The YAML reader takes quadratic time in the number of open brackets and of nested lists.
LARGEST_DEFINITION = 20_000  # characters
MOST_BRACKETS = 300
FORMATS = ("1.0", "2.0")
_VERDICTS = {"true": True, "false": False}


def load_definition(path: Path, options: TaskOptions) -> Task:
    """The task that a definition describes; raises InputError (UnsupportedPropertyError where no property of it is supported)."""
    document = _Document(SourceText(str(path), read_text(path)))
    top = document.mapping(document.root(), "a task definition")
    version = document.text(document.required(top, "format_version"), "format_version")
    if version not in FORMATS:
        message = f"format_version '{version[:20]}' is not known"
        raise document.error(top["format_version"], message, f"one of {', '.join(FORMATS)}")
    files = _input_files(document, document.required(top, "input_files"), path.parent)
    model = _data_model(document, top.get("options"), options.data_model)
    observed, others = _automata(document, top, path.parent, options.property_name)
    if observed and not others:
        return Task(task_name(path), files, model, NO_CONVENTION, None, path, observed)
    chosen = _choose_property(document, others, top["properties"], path.parent, options.property_name)
    return Task(task_name(path), files, model, chosen.convention, chosen.expected, path, observed)


@dataclass(frozen=True, slots=True)
class _Document:
    """The text of a definition, and how its nodes are taken apart."""

    source: SourceText

    def root(self) -> yaml.Node:
        text = self.source.text
        if len(text) > LARGEST_DEFINITION or text.count("[") + text.count("{") > MOST_BRACKETS:
            raise InputError("is too long for a task definition", file=self.source.name)
        try:
            root = with_deep_stack(lambda: yaml.compose(text, Loader=yaml.SafeLoader))
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark or problem.context_mark
            message = " ".join(part for part in (problem.context, problem.problem) if part)
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 0)
            raise self.source.error(f"not YAML: {message}", line, column) from None
        except (yaml.YAMLError, ValueError) as problem:
            raise self.source.error(f"not YAML: {str(problem).splitlines()[0]}", 1) from None
        except RecursionError:
            raise self.source.error("is nested too deeply", 1) from None
        if root is None:
            raise InputError("is empty", file=self.source.name, hint="format_version, input_files and properties are needed")
        return root

    def error(self, node: yaml.Node, message: str, hint: str | None = None) -> InputError:
        return self.source.error(message, node.start_mark.line + 1, node.start_mark.column + 1, hint)

    def mapping(self, node: yaml.Node, what: str) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, f"{what} must be a mapping, not {_kind(node)}", "lines of the form 'key: value'")
        entries: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = self.text(key, "a key")
            if name in entries:
                raise self.error(key, f"'{name[:40]}' is given twice")
            entries[name] = value
        return entries

    def required(self, mapping: dict[str, yaml.Node], key: str, of: yaml.Node | None = None) -> yaml.Node:
        """The value of a key; ``of``: the mapping's node, None for that of the whole document, whose place says nothing."""
        if key not in mapping:
            message, hint = f"'{key}' is missing", f"a line '{key}: ...'"
            raise InputError(message, file=self.source.name, hint=hint) if of is None else self.error(of, message, hint)
        return mapping[key]

    def text(self, node: yaml.Node, what: str) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self.error(node, f"{what} must be a text, not {_kind(node)}")
        return str(node.value)

    def sequence(self, node: yaml.Node, what: str) -> list[yaml.Node]:
        if not isinstance(node, yaml.SequenceNode):
            raise self.error(node, f"{what} must be a list, not {_kind(node)}", "lines that begin with '- '")
        return list(node.value)


@dataclass(frozen=True, slots=True)
class _Property:
    convention: ErrorConvention
    expected: bool | None


def _kind(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    return "a list" if isinstance(node, yaml.SequenceNode) else "a text"


def _input_files(document: _Document, node: yaml.Node, folder: Path) -> tuple[Path, ...]:
    nodes = document.sequence(node, "input_files") if isinstance(node, yaml.SequenceNode) else [node]
    files: list[Path] = []
    for item in nodes:
        name = document.text(item, "an input file")
        matches = [folder / name] if _is_file(folder / name) else _glob(folder, name)
        if not matches:
            raise document.error(item, f"the input file '{name[:200]}' does not exist", "names are relative to the definition's folder")
        files += matches
    if not files:
        raise document.error(node, "input_files is empty", "the name of a C file")
    return tuple(files)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that is too long, or that contains a NUL
        return False


def _glob(folder: Path, pattern: str) -> list[Path]:
    if "**" in pattern or "\0" in pattern or not any(c in pattern for c in "*?["):
        return []
    names = glob.glob(os.path.join(glob.escape(str(folder)), pattern))
    return [Path(name) for name in sorted(names) if os.path.isfile(name)]


def _data_model(document: _Document, node: yaml.Node | None, default: DataModel) -> DataModel:
    if node is None:
        return default
    options = document.mapping(node, "options")
    if "language" in options:
        language = document.text(options["language"], "language")
        if language.upper() != "C":
            raise document.error(options["language"], f"the language '{language[:40]}' is not supported", "C")
    if "data_model" not in options:
        return default
    name = document.text(options["data_model"], "data_model")
    if name not in DataModel.__members__:
        raise document.error(options["data_model"], f"the data model '{name[:40]}' is not known", " or ".join(DataModel.__members__))
    return DataModel(name)


def _automata(
    document: _Document, top: dict[str, yaml.Node], folder: Path, wanted: str | None
) -> tuple[tuple[ObservedProperty, ...], list[dict[str, yaml.Node]]]:
    """The properties of automata (all, or the one called ``wanted``), and the entries of the other properties that come into question."""
    listed = document.required(top, "properties")
    observed: list[ObservedProperty] = []
    others: list[dict[str, yaml.Node]] = []
    for item in document.sequence(listed, "properties"):
        entry = document.mapping(item, "a property")
        name = document.text(document.required(entry, "property_file", item), "property_file")
        if not name.endswith(SUFFIX):
            others.append(entry)
        elif wanted is None or wanted in (name, Path(name).stem):
            if not _is_file(folder / name):
                hint = "names are relative to the definition's folder"
                raise document.error(entry["property_file"], f"the automaton '{name[:200]}' does not exist", hint)
            observed.append(ObservedProperty(load_automaton(folder / name), _expected(document, entry.get("expected_verdict"))))
    return tuple(observed), [] if observed and wanted is not None else others


def _choose_property(
    document: _Document, entries: list[dict[str, yaml.Node]], listed: yaml.Node, folder: Path, wanted: str | None
) -> _Property:
    """The property to check: the one called ``wanted``, else the first that is supported."""
    names = [document.text(document.required(entry, "property_file"), "property_file") for entry in entries]
    if wanted is not None:
        kept = [(entry, name) for entry, name in zip(entries, names, strict=True) if wanted in (name, Path(name).stem)]
        if not kept:
            stems = ", ".join(Path(name).stem for name in names) or "none"
            raise document.error(listed, f"there is no property '{wanted}'", f"the definition lists {stems}")
        entries, names = [entry for entry, _ in kept], [name for _, name in kept]
    refused: list[UnsupportedPropertyError] = []
    for entry, name in zip(entries, names, strict=True):
        expected = _expected(document, entry.get("expected_verdict"))
        try:
            if _is_file(folder / name):
                return _Property(load_property(folder / name), expected)
        except UnsupportedPropertyError as refusal:
            refused.append(refusal)
            continue
        if Path(name).stem.startswith("unreach-call") or wanted is not None or len(entries) == 1:
            hint = "names are relative to the definition's folder"
            raise document.error(entry["property_file"], f"the property file '{name[:200]}' does not exist", hint)
    if len(refused) == 1 and len(entries) == 1:
        raise refused[0]
    titles = ", ".join(Path(name).stem for name in names) or "none"
    message = f"no property of this task is supported (it lists {titles})"
    raise UnsupportedPropertyError(message, file=document.source.name, line=listed.start_mark.line + 1, hint=SUPPORTED)


def _expected(document: _Document, node: yaml.Node | None) -> bool | None:
    if node is None:
        return None
    verdict = document.text(node, "expected_verdict")
    if verdict.lower() not in _VERDICTS:
        raise document.error(node, f"the expected verdict '{verdict[:40]}' is not known", "true or false")
    return _VERDICTS[verdict.lower()]
