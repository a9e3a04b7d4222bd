"""What the compiler says of the functions that a file declares: the lines that ``gcc -aux-info`` writes.

A line is ``/* task.c:3:NC */ extern int *f (struct S *, const char *);``: N, O, I for a new-style, an old-style and an implicit
declaration, C or F for a declaration or a definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from verilab.data_classes import dataclass

_LINE = re.compile(r"/\* .*:(?P<kind>[NOI][CF]) \*/ (?:extern |static )?(?P<text>.*?);(?: /\*.*)?$")
_NAME = re.compile(r"^(?P<result>[^()]*?[\s*])(?P<name>[A-Za-z_]\w*) \((?P<parameters>.*)\)$")


@dataclass(frozen=True, slots=True)
class Prototype:
    """``result`` and ``parameters`` are C type names; ``parameters`` is None where nothing is declared of them.

    ``implicit``: nothing declares the function but its call.
    """

    name: str
    result: str
    parameters: tuple[str, ...] | None
    variadic: bool = False
    returns: bool = True
    implicit: bool = False


def read_prototypes(text: str) -> dict[str, Prototype]:
    """The functions of an aux-info file by name; of one with a type that has no plain name only its name is known."""
    prototypes: dict[str, Prototype] = {}
    for line in text.splitlines():
        match = _LINE.match(line)
        named = _NAME.match(match["text"]) if match else None
        if not match:
            continue
        if not named or "<anonymous" in line:
            called = re.search(r"([A-Za-z_]\w*) ?\([^*]", match["text"])
            if called:
                prototypes.setdefault(called[1], Prototype(called[1], "void *", None))
            continue
        result = named["result"].strip()
        returns = not result.startswith("volatile ")
        prototype = _prototype(named["name"], result.removeprefix("volatile "), named["parameters"], returns)
        if match["kind"].startswith("I"):
            prototype = replace(prototype, implicit=True)
        before = prototypes.get(prototype.name)
        if before is None or before.parameters is None:
            prototypes[prototype.name] = prototype
    return prototypes


def _prototype(name: str, result: str, parameters: str, returns: bool) -> Prototype:
    if parameters.strip() in ("/* ??? */", ""):
        return Prototype(name, result, None, returns=returns)
    parts = _split(parameters)
    variadic = parts[-1] == "..."
    if variadic:
        parts.pop()
    return Prototype(name, result, () if parts == ["void"] else tuple(parts), variadic, returns)


def _split(text: str) -> list[str]:
    """At the commas outside of parentheses."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()]


def without_return(names: Iterable[str], source: str) -> frozenset[str]:
    """Those of the functions that the source declares never to return, by an attribute behind or in front of the declarator."""
    if "noreturn" not in source:
        return frozenset()
    marked = set()
    for name in names:
        parameters = rf"\b{re.escape(name)}\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
        attribute = r"__attribute(?:__)?\s*\(\(\s*[^;]*?\b(?:__)?noreturn(?:__)?\b"
        in_front = rf"(?:^|[;}}])[^;{{}}]*?(?:{attribute}|_Noreturn\b)[^;{{}},]*?{parameters}"
        if re.search(rf"{parameters}\s*(?:__asm__\s*\([^)]*\)\s*)?{attribute.replace('[^;]', '[^;,]')}", source) or re.search(
            in_front, source
        ):
            marked.add(name)
    return frozenset(marked)
