"""The lexical pass for GNU C: from the tokens of a text to tokens that a parser of standard C (plus parser.py) understands.

GNU words that may stand almost anywhere (attributes, ``asm`` names of symbols, ``__extension__``, calling conventions) are removed here,
where that is one rule for all places, instead of in every production of a grammar.  What has its own place in the grammar (statement
expressions, case ranges, ``typeof``, ``asm`` statements with operands) is left to the parser.

Attributes that mean something to a verifier are kept beside the token that they follow (attributes.py); ``mode(M)`` is rewritten into
the integer type of that width.
"""

from __future__ import annotations

import re

from verilab.program.syntax.lexing.attributes import ARITHMETIC, ARITHMETIC_PRAGMA, MEANINGFUL, Margin, RawAttribute
from verilab.program.syntax.lexing.rows import Rows
from verilab.program.syntax.lexing.tokens import (
    ASM,
    ATTRIBUTE,
    DOUBLE_BRACKET,
    DROPPED,
    DROPPED_CALL,
    LINKAGE,
    PACKING,
    PLACE,
    PRAGMA_CALL,
    Token,
)

_CLOSERS = {"LPAREN": "RPAREN", "LBRACKET": "RBRACKET", "LBRACE": "RBRACE", DOUBLE_BRACKET: "RBRACKET"}
_DEFINING = frozenset({"STRUCT", "UNION", "ENUM"})
_OF_TYPES = frozenset({"packed", "aligned", "align", "transparent_union", "mode", "vector_size"})
_ASM_QUALIFIERS = frozenset({"VOLATILE", "INLINE", "GOTO"})
_PRAGMA_PACK = re.compile(r'L?"\s*pack\s*(\([^)]*\))')
UNFOLLOWED_PRAGMA = re.compile(rf'(?:L?")?\s*(weak\b|redefine_extname\b|scalar_storage_order\s+big-endian|{ARITHMETIC_PRAGMA})')
"""What ``_Pragma`` may not say here: what changes the meaning of a program, and is only followed as a directive."""
_AROUND_MAIN = re.compile(r'"\.(?:(?:preinit_array|init_array|fini_array|ctors|dtors)(?:\.[^"]*)?|init|fini)"')
"""Sections that the linker collects into what runs around main; ``.init.text``, a section of the kernel, is none of them."""
_BETWEEN_LITERALS = re.compile(r'"\s*"')

# Attributes by name: with which arguments they mean what is not modelled, and what to say then.
_UNSUPPORTED = {
    "scalar_storage_order": (re.compile("big-endian"), "big-endian storage is not supported", "remove the attribute scalar_storage_order"),
    "optimize": (re.compile(ARITHMETIC), "other arithmetic in one function is not supported", "remove the attribute optimize"),
    "target": (re.compile(ARITHMETIC), "other arithmetic in one function is not supported", "remove the attribute target"),
    "ms_struct": (re.compile(""), "the layout of other compilers is not supported", "remove the attribute ms_struct"),
    "copy": (re.compile(r"\W"), "attributes copied from a type are not supported", "repeat them"),
    "section": (
        _AROUND_MAIN,
        "code that the linker runs before or after main is not supported",
        "give the function the attribute constructor or destructor",
    ),
}


def rewrite(tokens: list[Token], special: list[int], rows: Rows) -> tuple[list[Token], Margin]:
    """``tokens`` without GNU's own words, and what of them is kept; ``special`` are the indices of those words, ascending.

    Raises InputError where an argument list is never closed.
    """
    rewriter = _Rewriter(tokens, rows)
    return (rewriter.run(special) if special else tokens), rewriter.margin


class _Rewriter:
    def __init__(self, tokens: list[Token], rows: Rows) -> None:
        self.tokens = tokens
        self.rows = rows
        self.output: list[Token] = []
        self.margin = Margin()

    def run(self, special: list[int]) -> list[Token]:
        done = 0  # tokens before this index are copied or dropped
        for index in special:
            if index < done:
                continue
            self.output += self.tokens[done:index]
            done = self._rewrite(index)
        self.output += self.tokens[done:]
        return self.output

    def _rewrite(self, index: int) -> int:
        """Rewrite the special token at ``index``; the index of the first token after what it takes away."""
        token = self.tokens[index]
        kind = token.type
        if kind == DROPPED:
            return index + 1
        if kind == PACKING:
            self.margin.pack(len(self.output), token.value)
            return index + 1
        if kind == LINKAGE:
            self.margin.linkage.append(token)
            return index + 1
        if kind == PRAGMA_CALL:
            end = self._after_arguments(index + 1)
            text = "".join(t.value for t in self.tokens[index + 2 : end - 1])
            packing = _PRAGMA_PACK.match(text)
            if UNFOLLOWED_PRAGMA.match(text):
                raise self.rows.error(
                    f"the pragma {text} is not supported", token.row, token.column, "write #pragma weak; remove the others"
                )
            if packing:
                self.margin.pack(len(self.output), packing[1])
            return end
        if kind in (ATTRIBUTE, DOUBLE_BRACKET, DROPPED_CALL):
            end = self._after_arguments(index + (kind != DOUBLE_BRACKET))
            self._keep(self.tokens[index + 1 : end], too_late=kind == DOUBLE_BRACKET and self._defines_a_type())
            return end
        if kind == ASM:
            return self._rewrite_asm(index)
        if kind == PLACE:
            place = token.file.replace("\\", "\\\\").replace('"', '\\"')
            is_line = token.value == "__LINE__"
            self.output.append(token.like("INT_CONST_DEC", str(token.line)) if is_line else token.like("STRING_LITERAL", f'"{place}"'))
            return index + 1
        raise AssertionError(kind)

    def _after_arguments(self, index: int) -> int:
        """The index after the bracket that closes the one at ``index``; ``index`` itself where no bracket opens there."""
        tokens = self.tokens
        if index >= len(tokens) or tokens[index].type not in _CLOSERS:
            return index
        depth = 0
        for position in range(index, len(tokens)):
            kind = tokens[position].type
            if kind in _CLOSERS:
                depth += 2 if kind == DOUBLE_BRACKET else 1
            elif kind in ("RPAREN", "RBRACKET", "RBRACE"):
                depth -= 1
                if depth == 0:
                    return position + 1
        opening = tokens[index]
        raise self.rows.error(f"this '{opening.value}' is never closed", opening.row, opening.column)

    def _rewrite_asm(self, index: int) -> int:
        """Keep ``asm`` for the parser, which knows a statement from the name of a symbol; drop the words behind it."""
        self.output.append(self.tokens[index])
        start = index + 1
        while start < len(self.tokens) and self.tokens[start].type in _ASM_QUALIFIERS:
            start += 1
        return start

    def _defines_a_type(self) -> bool:
        """Whether the output ends with the definition of a structure, union or enumeration."""
        if not self.output or self.output[-1].type != "RBRACE":
            return False
        depth = 0
        for index in range(len(self.output) - 1, -1, -1):
            kind = self.output[index].type
            depth += (kind == "RBRACE") - (kind == "LBRACE")
            if depth == 0:
                before = [token.type for token in self.output[max(index - 2, 0) : index]]
                return bool(before) and (before[-1] in _DEFINING or (before[-1] in ("ID", "TYPEID") and before[0] in _DEFINING))
        return False

    def _keep(self, tokens: list[Token], *, too_late: bool) -> None:
        """Note the attributes that mean something; ``tokens`` is everything between the outermost brackets, with some of them.

        ``too_late``: they are in double brackets behind the definition of a type, which has its layout by then: gcc ignores
        ``packed`` there, and others are of what is declared only.
        """
        position = 0
        while position < len(tokens):
            token = tokens[position]
            position += 1
            arguments: list[Token] = []
            if position < len(tokens) and tokens[position].type == "LPAREN":
                end = self._closing(tokens, position)
                if token.type in ("LPAREN", "COMMA", DOUBLE_BRACKET) or not token.value.isidentifier():
                    continue
                arguments, position = tokens[position + 1 : end], end + 1
            name = token.value.strip("_").lower() if token.type != "_NORETURN" else "noreturn"
            if too_late and name in _OF_TYPES:
                if name != "packed":
                    message = f"'{name}' in double brackets behind the definition of a type is not supported"
                    raise self.rows.error(message, token.row, token.column, "write it behind the name that is declared")
            elif name in _UNSUPPORTED:
                self._refuse(name, arguments, token)
            elif name in MEANINGFUL:
                self.margin.add(len(self.output) - 1, RawAttribute("aligned" if name == "align" else name, arguments, token))

    def _refuse(self, name: str, arguments: list[Token], token: Token) -> None:
        """Raise InputError where an attribute gives its declaration a meaning that is not modelled."""
        pattern, message, hint = _UNSUPPORTED[name]
        if pattern.search(_BETWEEN_LITERALS.sub("", " ".join(argument.value for argument in arguments))):
            raise self.rows.error(message, token.row, token.column, hint)

    @staticmethod
    def _closing(tokens: list[Token], opening: int) -> int:
        depth = 0
        for index in range(opening, len(tokens)):
            depth += (tokens[index].type == "LPAREN") - (tokens[index].type == "RPAREN")
            if depth == 0:
                return index
        return len(tokens)
