"""The macros that gcc predefines, as text in ``verilab/program/stubs/predefined``, and the texts that need a preprocessor at all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from verilab.program.syntax.lexing.splices import spliced
from verilab.program.syntax.preprocessing.macros import Macro, definition
from verilab.program.syntax.preprocessing.pieces import NOWHERE, pieces
from verilab.program.types import DataModel

STUBS = Path(__file__).resolve().parents[2] / "stubs"

_DIRECTIVE = re.compile(
    r"^(?:[ \t\f\v]|/\*(?:[^*]|\*(?!/))*\*/)*(?:#|%:)(?:[ \t]|/\*(?:[^*]|\*(?!/))*\*/)*"
    r"(?:include|include_next|import|define|undef|if|ifdef|ifndef|elif|else|endif|error|line[ \t]+[A-Za-z_])\b",
    re.MULTILINE,
)
_KEPT = re.compile(r"^[ \t]*(?:#|%:)[ \t]*pragma[ \t]+(?:push|pop)_macro\b", re.MULTILINE)
_LINE_MARKER = re.compile(r'^# [0-9]+ "', re.MULTILINE)
_COMPUTED = frozenset({"__COUNTER__", "__DATE__", "__TIME__", "__TIMESTAMP__", "__BASE_FILE__", "__FILE_NAME__", "__INCLUDE_LEVEL__"})
_NAME = re.compile(r"\b_\w+|\blinux\b|\bunix\b|\bi386\b")


def needs_preprocessing(text: str) -> bool:
    """Whether a text contains directives other than line markers and pragmas, or names of predefined macros that were not replaced."""
    text = spliced(text).text
    if _DIRECTIVE.search(text) is not None or _KEPT.search(text) is not None:
        return True
    if _LINE_MARKER.search(text) is not None:
        return False
    names = set(_NAME.findall(text))
    return not names.isdisjoint(_COMPUTED) or any(not names.isdisjoint(predefined_texts(model)) for model in DataModel)


def predefined_files(data_model: DataModel) -> tuple[Path, Path]:
    """The texts that define what gcc predefines for a data model."""
    return STUBS / "predefined" / "common.h", STUBS / "predefined" / f"{data_model.value}.h"


@cache
def predefined_texts(data_model: DataModel) -> dict[str, str]:
    """What gcc predefines, by name: the text behind ``#define``."""
    text = "".join(path.read_text() for path in predefined_files(data_model))
    return {match[1]: match[0] for match in re.finditer(r"(?<=#define )(\w+).*", text)}


@cache
def predefined_macros(data_model: DataModel) -> dict[str, Macro]:
    """The same as macros, which are never changed: the preprocessor replaces entries of its own table."""
    return {name: definition(list(pieces(text, NOWHERE))) for name, text in predefined_texts(data_model).items()}
