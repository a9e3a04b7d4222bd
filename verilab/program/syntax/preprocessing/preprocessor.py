"""The C preprocessor: pcpp with our own stub headers, for files that still contain directives.

The stubs (``verilab/program/stubs``) declare what verification tasks use of the standard library; a header that is in neither the
given directories, nor beside the file, nor among the stubs is an error that says so.
"""

from __future__ import annotations

import copy
import io
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pcpp

from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text
from verilab.program.syntax.preprocessing.conditions import ConditionError, Integer, evaluate
from verilab.program.syntax.preprocessing.optional_arguments import WORD, resolved
from verilab.program.types import DataModel

STUBS = Path(__file__).resolve().parents[2] / "stubs"
DEEPEST_INCLUSION = 40
LARGEST_OUTPUT = 64 << 20  # characters
LARGEST_EXPANSION = 500_000  # tokens that come out of macros, in all; macros that double each other's text end here

_DIRECTIVE = re.compile(
    r"^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import|define|undef|if|ifdef|ifndef|elif|else|endif|error)\b", re.MULTILINE
)
_DIGRAPH_LINE = re.compile(r"^[ \t]*%:(?:[^\n\\]|\\(?:.|\n))*", re.MULTILINE)
_QUOTED_OR_DIGRAPH = re.compile(r'"(?:[^"\\\n]|\\.)*"|%:')
_KEEPING = re.compile(r'\s*(?P<what>push|pop)_macro\s*\(\s*"(?P<name>\w+)"\s*\)')
_KEEPING_PRAGMA = re.compile(r"^([ \t]*#[ \t]*)pragma(?=[ \t]+(?:push|pop)_macro[ \t]*\()", re.MULTILINE)
_LINE_MARKER = re.compile(r'^# [0-9]+ "', re.MULTILINE)
_PREDEFINED_NAME = re.compile(r"\b__[A-Z][A-Z0-9_]*__\b")


def needs_preprocessing(text: str) -> bool:
    """Whether a text contains directives other than line markers and pragmas, or names of predefined macros that were not replaced."""
    if _DIRECTIVE.search(text) is not None:
        return True
    if _LINE_MARKER.search(text) is not None:
        return False
    names = {match[0] for match in _PREDEFINED_NAME.finditer(text)}
    return not names.isdisjoint(_predefined(DataModel.LP64))


def preprocess(
    source: SourceText, data_model: DataModel, include_dirs: tuple[str | os.PathLike[str], ...] = ()
) -> tuple[SourceText, dict[str, SourceText]]:
    """The preprocessed text (with line markers) and every text that went into it, by name.

    Raises InputError for what the preprocessor refuses: a missing header, ``#error``, a malformed directive, endless inclusion.
    """
    engine = _Preprocessor(source)
    engine.macros |= _predefined_macros(data_model)
    for directory in (*include_dirs, STUBS):
        engine.add_path(os.fspath(directory))
    # pcpp names a file by its absolute path unless a rewriting says otherwise; we keep the name that the user gave.
    engine.rewrite_paths = [(re.escape(os.path.abspath(source.name)) + r"\Z", lambda _: source.name)]
    output = _Output(source)
    try:
        engine.parse(_with_directives_of_pcpp(source.text), source.name)
        engine.write(output)
    except RecursionError:
        raise source.error("the macros of this file are nested too deeply", 1) from None
    except InputError:
        raise
    except Exception as failure:  # pcpp answers some malformed directives with its own programming errors
        line = getattr(engine, "linemacro", 0) or 1
        raise source.error("the preprocessor cannot process this file", int(line), hint="try gcc -E") from failure
    return SourceText(source.name, output.getvalue()), engine.texts


def _with_directives_of_pcpp(text: str) -> str:
    """Directives as pcpp reads them: the digraph ``%:`` as ``#``, and ``#pragma push_macro`` as ``#undef``, which ends the text before."""
    if "_macro" in text:
        text = _KEEPING_PRAGMA.sub(r"\1undef", text)
    if "%:" not in text:
        return text
    return _DIGRAPH_LINE.sub(
        lambda line: _QUOTED_OR_DIGRAPH.sub(lambda part: "#" if part[0] == "%:" else part[0], line[0]),
        text,
    )


@cache
def _predefined_macros(data_model: DataModel) -> dict[str, Any]:
    """The same as the preprocessor keeps them; it never changes a macro, only the table of them."""
    engine = pcpp.Preprocessor()
    before = set(engine.macros)
    for definition in _predefined(data_model).values():
        engine.define(definition)
    return {name: macro for name, macro in engine.macros.items() if name not in before}


@cache
def _predefined(data_model: DataModel) -> dict[str, str]:
    """What gcc predefines, by name: the text behind ``#define``."""
    text = "".join((STUBS / "predefined" / f"{part}.h").read_text() for part in ("common", data_model.value))
    return {match[1]: match[0] for match in re.finditer(r"(?<=#define )(\w+).*", text)}


class _Output(io.StringIO):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._size = 0

    def write(self, text: str) -> int:
        self._size += len(text)
        if self._size > LARGEST_OUTPUT:
            raise self._source.error("the macros of this file expand to too much text", 1)
        return super().write(text)


class _Preprocessor(pcpp.Preprocessor):  # type: ignore[misc]  # pcpp ships no types
    """pcpp that raises instead of printing, and that remembers the texts it reads."""

    def __init__(self, source: SourceText) -> None:
        self._line = 0
        self._refusal = ""  # why the last condition has no value
        self._renumbered: list[tuple[int, int]] = []  # lines of the main file behind a #line, and what it adds to their numbers
        self._kept: dict[str, list[Any]] = {}  # what push_macro has kept, the last one last
        super().__init__()
        self.evaluator = self._condition
        self.source_text = source
        self.expanded = 0
        self.texts: dict[str, SourceText] = {source.name: source}

    def _condition(self, tokens: Any, **_: Any) -> Integer:
        """The value of a condition: ours, because pcpp's evaluator knows no ``LL``, and compares and divides unlike C."""
        try:
            return evaluate("".join(str(token.value) for token in tokens))
        except ConditionError as error:
            self._refusal = str(error)
            raise

    def on_error(self, file: str, line: int, msg: str) -> NoReturn:
        refusal, self._refusal = self._refusal, ""
        self._raise(refusal or msg, file, line)

    def on_include_not_found(self, is_malformed: bool, is_system_include: bool, curdir: str, includepath: str) -> NoReturn:
        place = (self.lastdirective.source, self.lastdirective.lineno)
        if is_malformed:
            self._raise("malformed #include", *place)
        self._raise(f"the header '{includepath}' is not known", *place, hint="name its directory, or preprocess the file first: gcc -E")

    def on_file_open(self, is_system_include: bool, includepath: str) -> Any:
        if len(self.include_times) > 2000 or self.include_depth > DEEPEST_INCLUSION:
            self._raise("headers include each other without end", self.source_text.name, 1)
        text = read_text(includepath) if os.path.isfile(includepath) else None
        if text is None:
            raise OSError(f"no file {includepath}")
        self.texts[includepath] = SourceText(includepath, text)
        return io.StringIO(_with_directives_of_pcpp(text))

    def on_directive_unknown(self, directive: Any, toks: Any, ifpassthru: bool, precedingtoks: Any) -> Any:
        if directive.value == "error":
            message = "".join(token.value for token in toks).strip()
            self._raise(f"#error {message}", directive.source, directive.lineno)
        if directive.value == "line":
            self._renumber(directive, toks)
        if directive.value not in ("pragma", "warning", "ident", "sccs", "line") and not directive.value.isdigit():
            self._raise(f"unknown directive '#{directive.value[:40]}'", directive.source, directive.lineno)
        return None  # copied to the output, where the lexer reads or skips it

    def undef(self, tokens: Any) -> None:
        """``#undef``; or written so, ``push_macro("name")``, which keeps what a macro is, and ``pop_macro``, which restores it."""
        match = None if isinstance(tokens, str) else _KEEPING.match("".join(str(token.value) for token in tokens))
        if match is None:
            super().undef(tokens)
            return
        kept = self._kept.setdefault(match["name"], [])
        if match["what"] == "push":
            kept.append(self.macros.get(match["name"]))
        elif kept:
            macro = kept.pop()
            self.macros.pop(match["name"], None)
            if macro is not None:
                self.macros[match["name"]] = macro

    def _renumber(self, directive: Any, toks: Any) -> None:
        """``#line n``: the next line has that number for ``__LINE__``."""
        number = next((text for token in self.expand_macros(list(toks)) if (text := str(token.value).strip())), "")
        if number.isdigit() and directive.source == self.source_text.name:
            self._renumbered.append((directive.lineno + 1, int(number) - directive.lineno - 1))

    @property
    def linemacro(self) -> int:
        """What ``__LINE__`` is; pcpp assigns the line in the file."""
        return self._line + next((shift for start, shift in reversed(self._renumbered) if start <= self._line), 0)

    @linemacro.setter
    def linemacro(self, line: int) -> None:
        self._line = line

    def macro_expand_args(self, macro: Any, args: Any) -> Any:
        if any(token.value == WORD for token in macro.value):
            given = macro.variadic and any(token.value.strip() for token in self.expand_macros([copy.copy(token) for token in args[-1]]))
            macro = resolved(macro, given)
        return super().macro_expand_args(macro, args)

    def expand_macros(self, tokens: Any, expanding_from: Any = ()) -> Any:
        expanded = super().expand_macros(tokens, list(expanding_from))
        if expanding_from:
            self.expanded += len(expanded)
            if self.expanded > LARGEST_EXPANSION:
                self._raise("the macros of this file expand to too much text", self.source_text.name, 1)
        return expanded

    def _raise(self, message: str, file: str, line: int, hint: str | None = None) -> NoReturn:
        text = self.texts.get(file) or SourceText(file, "")
        raise text.error(message, line, hint=hint)
