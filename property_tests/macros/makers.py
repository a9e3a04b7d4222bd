"""Random texts that define and use macros of every kind: with and without parameters, variadic, ``#``, ``##``, conditions, splices.

A text is valid for gcc's preprocessor, up to joins that make no token: ``Maker`` only joins words and numbers.
"""

from __future__ import annotations

import random

_PUNCTUATORS = ["+", "-", "-", "&", "*", "/", "<", ">", "=", "(x)", ",", "->", ".", "%", "|", "!", "[", "]", "{", "}", ";", "#", "##"]
_LITERALS = ["1", "0xE", ".5", "7u", "0x1p", "'c'", "'\\''", '"s"', '"a\\n"', '"\\\\"', 'L"w"', "0"]
_PLAIN = ["x", "y", "v", "int", "n1", "__LINE__", "e"]


class Maker:
    """One text from one generator of random numbers."""

    def __init__(self, generator: random.Random) -> None:
        self._random = generator
        self._objects = ["A", "B", "C", "EMPTY"]
        self._functions: dict[str, tuple[int, bool, bool]] = {}  # parameters, variadic, joined to something
        self._lines: list[str] = []

    def text(self) -> str:
        """Between 8 and 40 lines."""
        self._lines = ["#define EMPTY", "#define LP (", "#define RP )", "#define COMMA ,"]
        for _ in range(self._random.randint(4, 9)):
            self._define()
        for _ in range(self._random.randint(4, 12)):
            self._use()
        text = "\n".join(self._lines) + "\n"
        return self._spliced(text) if self._random.random() < 0.2 else text

    # -- definitions --------------------------------------------------------------------------------------------------------------

    def _define(self) -> None:
        chance = self._random.random()
        if chance < 0.35:
            name = self._random.choice(["A", "B", "C", "D", "f", "g"])
            self._functions.pop(name, None)
            self._lines.append(f"#undef {name}")
            self._lines.append(f"#define {name} {self._body([], False)}")
            self._objects = sorted({*self._objects, name})
            return
        name = self._random.choice(["f", "g", "h", "k", "m", "A"])
        parameters = ["p", "q", "r"][: self._random.choice([0, 1, 1, 1, 2, 2, 3])]
        variadic = self._random.random() < 0.4
        shown = list(parameters)
        if variadic:
            named = self._random.random() < 0.3
            shown.append("rest..." if named else "...")
            parameters.append("rest" if named else "__VA_ARGS__")
        self._lines.append(f"#undef {name}")
        separator = self._random.choice([", ", ","])
        self._lines.append(f"#define {name}({separator.join(shown)}){self._random.choice([' ', '  '])}{self._body(parameters, variadic)}")
        self._functions[name] = (len(parameters) - variadic, variadic, "##" in self._lines[-1].replace(", ##", ""))
        self._objects = [known for known in self._objects if known != name]

    def _body(self, parameters: list[str], variadic: bool) -> str:
        parts = []
        for _ in range(self._random.randint(0, 6)):
            chance = self._random.random()
            if parameters and chance < 0.35:
                parts.append(self._random.choice(parameters))
            elif parameters and chance < 0.45:
                parts.append(f"#{self._random.choice(['', ' '])}{self._random.choice(parameters)}")
            elif chance < 0.55:
                parts.append(self._joined(parameters))
            elif variadic and chance < 0.62:
                parts.append(f", ## {parameters[-1]}")
            elif variadic and chance < 0.68:
                parts.append(f"__VA_OPT__({self._random.choice(['x', ', y', 'p', '-', ''])})" if "p" in parameters else "__VA_OPT__(,)")
            else:
                part = self._piece(2)
                parts.append(part if not parameters or "#" not in part else "!")
        text = self._glued(parts).replace("\n", " ")
        return text.strip() if not text.strip().startswith("##") and not text.strip().endswith("##") else "z"

    def _joined(self, parameters: list[str]) -> str:
        """``a ## b`` whose sides are words, numbers behind words, or parameters (which are given such)."""
        words = ["x", "A", "f", "n", "1", "LO", *parameters, *parameters]
        count = self._random.choice([2, 2, 2, 3])
        sides = [self._random.choice([word for word in words if word != "1"]), *self._random.choices(words, k=count - 1)]
        return self._random.choice([" ## ", "##", " ##", "## "]).join(sides)

    # -- uses ---------------------------------------------------------------------------------------------------------------------

    def _use(self) -> None:
        chance = self._random.random()
        if chance < 0.2:
            self._define()
        elif chance < 0.35:
            self._condition()
        elif chance < 0.4:
            name = self._random.choice(["A", "B", "f", "g"])
            word = self._random.choice(["push", "pop"])
            self._lines.append(f'#pragma {word}_macro("{name}")')
        else:
            self._lines.append(self._glued([self._piece(3) for _ in range(self._random.randint(1, 6))]).replace("#", "!"))

    def _condition(self) -> None:
        name = self._random.choice(["A", "f", "D", "__FILE__", "__has_include", "NO"])
        condition = self._random.choice(
            [
                f"defined {name}",
                f"defined({name}) && 1",
                f"!defined {name} || __has_include(<stdio.h>)",
                "__has_include(<nowhere.h>) + 1 - 1",
                "(2 || 1 / 0) && -1 < 0u",
                "NO + 1",
                "__LINE__ > 20 ? 0xFFFFFFFFFFFFFFFFu > 1 : 'a' == 97",
            ]
        )
        self._lines.append(f"#if {condition}" if self._random.random() < 0.6 else f"#{self._random.choice(['ifdef', 'ifndef'])} {name}")
        self._lines.append(self._piece(2).replace("#", "!"))
        if self._random.random() < 0.3:
            self._lines.append(self._random.choice([f"#elif defined {name}", "#elif 1", "#elif 0"]))
            self._lines.append("don't /* open")
            if "0" not in self._lines[-2]:
                self._lines[-1] = "elif_"
        self._lines.append("#else")
        self._lines.append(f"else_ {self._piece(1).replace('#', '!')}")
        self._lines.append("#endif")

    def _piece(self, depth: int) -> str:
        chance = self._random.random()
        if depth and self._functions and chance < 0.35:
            return self._call(depth)
        if chance < 0.5:
            return self._random.choice(self._objects)
        if chance < 0.55:
            return self._random.choice(["LP x RP", "LP", "COMMA", "__COUNTER__"])
        if self._functions and chance < 0.6:
            return self._random.choice(list(self._functions))
        if chance < 0.72:
            return self._random.choice(_LITERALS)
        if chance < 0.85:
            return self._random.choice(_PLAIN)
        return self._random.choice(_PUNCTUATORS)

    def _call(self, depth: int) -> str:
        name, (count, variadic, joined) = self._random.choice(list(self._functions.items()))
        total = count + (self._random.randint(0, 2) if variadic else 0)
        arguments = [self._argument(0 if joined else depth - 1, joined and self._random.random() < 0.95) for _ in range(total)]
        blank = self._random.choice(["", "", "", " ", "\n", "/* c */"])
        separator = self._random.choice([",", ", ", " ,", ",\n"])
        return f"{name}{blank}({separator.join(arguments)}{self._random.choice(['', '', ' '])})"

    def _argument(self, depth: int, word: bool) -> str:
        """One word where it is joined to something; else sometimes empty, or with more pieces."""
        chance = self._random.random() * (0.5 if word else 1.0)
        if chance < 0.15:
            return ""
        if chance < 0.5:
            return self._random.choice(["x", "y", "A", "B", "EMPTY", "f", "g", "n1"])
        if depth and chance < 0.75:
            return self._call(depth)
        parts = [self._random.choice([*_PLAIN, *_LITERALS, *self._objects]) for _ in range(self._random.randint(1, 3))]
        return self._glued(parts)

    # -- spelling -----------------------------------------------------------------------------------------------------------------

    def _glued(self, parts: list[str]) -> str:
        """The parts with white space or comments between them, or nothing where the text would stay two tokens."""
        text = ""
        for part in parts:
            if text and not _may_touch(text[-1], part[:1]):
                text += self._random.choice([" ", " ", "  ", " /* ' */ "])
            elif text:
                text += self._random.choice(["", " "])
            text += part
        return text

    def _spliced(self, text: str) -> str:
        """The text with backslashes and line ends at random places."""
        for _ in range(self._random.randint(1, 6)):
            place = self._random.randrange(len(text))
            if text[:place].rstrip(" ")[-1:] == "\\":  # what is left of two backslashes is no token
                continue
            text = text[:place] + self._random.choice(["\\\n", "\\ \n", "\\\n"]) + text[place:]
        return text


def _may_touch(left: str, right: str) -> bool:
    """Whether no token can come from both sides, arguments at the left included: gcc -E itself does not tell ``f()`` ``L"s"`` apart."""
    wordlike = (left.isalnum() or left in "_'\".)") and (right.isalnum() or right in "_'\".")
    return not wordlike and left not in "/#" and right not in "/#*"
