"""The tokens of a program after preprocessing are those that ``gcc -E`` writes.

Both read the same headers, our stubs, and begin with the same macros, those that we predefine: gcc's own (``-undef``) and the system's
headers (``-nostdinc``) stay away, so that a difference is a fault of one of the two preprocessors and none of the machine.  Of gcc's output
only the words, constants, literals and operators are read, by a pattern of our own: the lexer that is checked reads none of it.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from verilab.evidence.compiler.toolchain import ToolError, Tools, machine_option
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.source import SourceText, read_source
from verilab.program.stack import with_deep_stack
from verilab.program.syntax import lexer_for
from verilab.program.syntax.lexing.tokens import DOUBLE_BRACKET, KEYWORDS, LINKAGE, PACKING, PLACE, PRAGMA_CALL, Token
from verilab.program.syntax.preprocessing.predefined import STUBS, needs_preprocessing, predefined_files
from verilab.program.types import DataModel

SECONDS = 20.0
CHECKER = "gcc -E"

# The moment of translation is no input: the preprocessor takes the first one.
_MOMENT = ('-D__DATE__="Jan  1 1970"', '-D__TIME__="00:00:00"', '-D__TIMESTAMP__="Thu Jan  1 00:00:00 1970"')
_PECULIAR = re.compile(r"[^\t\n\f\v -~]|\\[ \t\f\v]*(?:\n|\Z)|\\[uU]|\?\?|%:")  # what phases 1 to 3 are about: bytes, splices, spellings
# A line of gcc's own; what it says of the layout of structures becomes a token.
_LINE = re.compile(r'^\#(?:[ ][0-9]+[ ]"|pragma\b|ident\b|sccs\b|assert\b|unassert\b)[^\n]*', re.MULTILINE)
_SPELLED = re.compile(
    r"""\x01[^\x01]*\x01
    | [A-Za-z_][A-Za-z_0-9]*+(?!["'$\\\x80-\U0010ffff])
    | [-+*%&|^~!<>=?:;,(){}\[\]](?![-+*%&|^<>=:])
    | (?:[^\W\d]|\$|\\[uU][0-9a-fA-F]{4,8}|[^\x00-\xa0])(?:\w|\$|\\[uU][0-9a-fA-F]{4,8}|[^\x00-\xa0])*(?!["'\w])
    | (?:u8|[uUL])?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | \.?[0-9](?:[eEpP][-+]|[\w.]|(?<=[0-9a-fA-F])'(?=[0-9a-fA-F]))*
    | <<=|>>=|\.\.\.|->|\+\+|--|<<|>>|&&|\|\||[-+*/%&|^<>=!]=|<:|:>|<%|%>|[^\s]""",
    re.VERBOSE,
)
_SEPARATED = re.compile(r"[0-9a-fA-F]'[0-9a-fA-F]")
_PACK = re.compile(r"\s*pragma\s+pack\s*(\([^)]*\))")
_REWRITTEN = frozenset({DOUBLE_BRACKET, LINKAGE, PACKING, PLACE, PRAGMA_CALL})
_PRAGMA_PACK = re.compile(r'L?"\s*pack\s*(\([^)]*\))')


def check_tokens(path: str | os.PathLike[str], model: DataModel, include_dirs: Sequence[str | os.PathLike[str]] = ()) -> CheckResult | None:
    """Whether our tokens of a C file are the compiler's; None where there is nothing to compare: no directive, no splice, only ASCII.

    Rejected names the place of the first difference, or says that the compiler's preprocessor refuses the file; Unchecked says why nobody
    could tell.  Raises InputError where our own preprocessor refuses the file.
    """
    name = os.path.abspath(path)
    source = SourceText(name, read_source(name))
    if not needs_preprocessing(source.text) and _PECULIAR.search(source.text) is None:
        return None
    if shutil.which("gcc") is None:
        return Unchecked("the tokens are not compared: there is no gcc")
    directories = tuple(os.path.abspath(directory) for directory in include_dirs)
    collecting = gc.isenabled()
    gc.disable()  # tokens have no cycles: collecting while the lists grow only costs time
    try:
        ours = with_deep_stack(lambda: lexer_for(source, model, directories).run().tokens)
        theirs = compiler_tokens(name, model, directories, needs_preprocessing(source.text), _is_c23(source.text, ours))
        difference = first_difference(ours, theirs)
    except ToolError as failure:
        errors = [line for line in str(failure).splitlines() if "error:" in line]
        if errors:
            return Rejected(f"the compiler's preprocessor refuses the program: {errors[0][:300]}", CHECKER)
        return Unchecked(f"the tokens are not compared: {str(failure)[:300]}")
    except OSError as failure:
        return Unchecked(f"the tokens are not compared: {failure}")
    finally:
        if collecting:
            gc.enable()
    return Accepted(CHECKER) if difference is None else Rejected(f"preprocessing differs from the compiler's at {difference}", CHECKER)


def compiler_tokens(path: str, model: DataModel, include_dirs: Sequence[str] = (), predefined: bool = True, c23: bool = False) -> list[str]:
    """What ``gcc -E`` makes of a file, token by token; ``predefined``: beginning with the macros that we predefine.

    Raises ToolError where gcc refuses the file, OSError where it cannot be run.
    """
    macros = [option for file in predefined_files(model) for option in ("-imacros", str(file))] if predefined else []
    headers = [*(f"-I{directory}" for directory in include_dirs), "-isystem", str(STUBS)]
    with tempfile.TemporaryDirectory(prefix="verilab-") as directory:
        output = Path(directory, "tokens.i")
        options = [
            "-E",
            "-w",
            "-std=gnu2x" if c23 else "-std=gnu11",
            machine_option(model),
            "-undef",
            "-nostdinc",
            *_MOMENT,
            *macros,
            *headers,
        ]
        Tools(Path(directory), SECONDS).call(["gcc", *options, "-x", "c", path, "-o", str(output)])
        text = output.read_bytes().decode("utf-8", "surrogateescape")
    return _spellings(text)


def first_difference(ours: Sequence[Token], theirs: Sequence[str]) -> str | None:
    """``file:line: ... instead of ...`` where the two sequences part, None where they are equal."""
    places = list(ours)
    spellings = [token.value for token in ours]
    for index in range(len(ours) - 1, -1, -1):
        kind = ours[index].type
        if kind in _REWRITTEN:
            taken, spelled = _rewritten(ours, index)
            spellings[index : index + taken] = spelled
            places[index : index + taken] = [ours[index]] * len(spelled)
    if spellings == theirs:
        return None
    for index, (our, their) in enumerate(zip_longest(spellings, theirs)):
        if our != their:
            place = places[min(index, len(places) - 1)] if places else None
            where = "the beginning" if place is None else f"{place.file}:{place.line}"
            return f"{where}: {_shown(our)} instead of {_shown(their)}"
    raise AssertionError("equal sequences")


def _rewritten(tokens: Sequence[Token], index: int) -> tuple[int, list[str]]:
    """How many tokens from ``index`` on the compiler's output has in another form, and which."""
    token = tokens[index]
    if token.type == DOUBLE_BRACKET:
        return 1, ["[", "["]
    if token.type == PACKING:
        return 1, [_packing(token.value)]
    if token.type == LINKAGE:
        return 1, []
    if token.type == PLACE:
        escaped = token.file.replace("\\", "\\\\").replace('"', '\\"')
        return 1, [str(token.line) if token.value == "__LINE__" else f'"{escaped}"']
    packing = _PRAGMA_PACK.match(tokens[index + 2].value) if index + 2 < len(tokens) else None
    return 4, [] if packing is None else [_packing(packing[1])]


def _spellings(text: str) -> list[str]:
    """The tokens of gcc's output; of its directives only those that change the layout of structures."""
    spelled = {word: plain for word, (_, plain) in KEYWORDS.items() if word != plain}
    words = _SPELLED.findall(_LINE.sub(_of_line, text))
    plain = [spelled.get(word, word) for word in words]
    if "\\" not in text:
        return plain
    return [_plain(word) if "\\" in word and word[-1] not in "\"'" else word for word in plain]


def _of_line(line: re.Match[str]) -> str:
    packing = _PACK.match(line[0], 1)
    return "" if packing is None else _packing(packing[1])


def _plain(word: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})", lambda name: chr(int(name[1] or name[2], 16)), word)


def _packing(arguments: str) -> str:
    return "\x01pack" + "".join(arguments.split()) + "\x01"


def _is_c23(text: str, tokens: Sequence[Token]) -> bool:
    """Whether there are digits with separators, which only C23 has."""
    return _SEPARATED.search(text) is not None and any("'" in token.value and token.value[0] in "0123456789." for token in tokens)


def _shown(spelling: str | None) -> str:
    return "the end" if spelling is None else f"'{spelling[:60]}'"
