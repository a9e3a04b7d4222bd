"""Tokens of GNU C: their kinds (pycparser's names, which its parser expects) and the spelling of keywords and operators."""

from __future__ import annotations


class Token:
    """A token and its place; also the ``coord`` of the syntax-tree nodes that start with it.

    ``file`` and ``line`` are the presumed ones (after line markers); ``row`` is the 1-based line of the parsed text itself and
    ``column`` the 1-based column in it.
    """

    __slots__ = ("column", "file", "line", "row", "type", "value")

    def __init__(self, type: str, value: str, file: str, line: int, row: int, column: int) -> None:
        self.type = type
        self.value = value
        self.file = file
        self.line = line
        self.row = row
        self.column = column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.value!r}, {self})"

    def like(self, type: str, value: str) -> Token:
        """Another token at the same place."""
        return Token(type, value, self.file, self.line, self.row, self.column)


# Kinds of tokens that never reach the parser: the GNU pass (lexical_pass.py) removes or rewrites them.
ATTRIBUTE = "GNU_ATTRIBUTE"
ASM = "GNU_ASM"
DROPPED = "GNU_DROPPED"  # a word without meaning to a verifier
DROPPED_CALL = "GNU_DROPPED_CALL"  # the same with its parenthesised argument
DOUBLE_BRACKET = "GNU_DOUBLE_BRACKET"
PLACE = "GNU_PLACE"  # __LINE__ and __FILE__ of a text that was not preprocessed
PACKING = "GNU_PACKING"  # #pragma pack, with its argument list as value
PRAGMA_CALL = "GNU_PRAGMA_CALL"  # _Pragma("...")
LINKAGE = "GNU_LINKAGE"  # #pragma weak or redefine_extname, with all behind the word pragma as value
MACRO = "PP_MACRO"  # a word that the preprocessor replaces, which is never in a list of tokens
SPECIAL = frozenset({MACRO, ATTRIBUTE, ASM, DROPPED, DROPPED_CALL, DOUBLE_BRACKET, PLACE, PACKING, PRAGMA_CALL, LINKAGE})

# Kinds that only our parser knows.
COMPLEX_PART = "GNU_COMPLEX_PART"
LOCAL_LABEL = "GNU_LOCAL_LABEL"
FUNCTION_NAME = "GNU_FUNCTION_NAME"
LOCATION = "GNU_LOCATION"  # a function of the compiler that tells where it is called
TYPES_COMPATIBLE = "GNU_TYPES_COMPATIBLE"

_STANDARD = (
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict "
    "return short signed sizeof static struct switch typedef union unsigned void volatile while"
)
_ALTERNATIVES = {
    "_Bool": "_BOOL",
    "_BitInt": "_BITINT",
    "_Complex": "_COMPLEX",
    "_Generic": "_GENERIC",
    "_Noreturn": "_NORETURN",
    "_Thread_local": "_THREAD_LOCAL",
    "_Static_assert": "_STATIC_ASSERT",
    "_Atomic": "_ATOMIC",
    "_Alignof": "_ALIGNOF",
    "__alignof__": "_ALIGNOF",
    "_Alignas": "_ALIGNAS",
    "__int128": "__INT128",
    "typeof": "TYPEOF",
    "offsetof": "OFFSETOF",
    "__builtin_va_arg": "__BUILTIN_VA_ARG",
    "__builtin_convertvector": "__BUILTIN_VA_ARG",  # a value and a type, too
    "__builtin_types_compatible_p": TYPES_COMPATIBLE,
    "__real__": COMPLEX_PART,
    "__imag__": COMPLEX_PART,
}
# Other spellings -> the spelling that the tree shows.
_SPELLINGS = {
    "__const": "const",
    "__const__": "const",
    "__volatile": "volatile",
    "__volatile__": "volatile",
    "__restrict": "restrict",
    "__restrict__": "restrict",
    "__inline": "inline",
    "__inline__": "inline",
    "_inline": "inline",
    "__forceinline": "inline",
    "__signed": "signed",
    "__signed__": "signed",
    "__complex": "_Complex",
    "__complex__": "_Complex",
    "__thread": "_Thread_local",
    "__typeof": "typeof",
    "__typeof__": "typeof",
    "__alignof": "__alignof__",
    "__builtin_offsetof": "offsetof",
    "__int128__": "__int128",
    "__real": "__real__",
    "__imag": "__imag__",
}
_KINDS = {
    **{word: (kind, word) for word, kind in _ALTERNATIVES.items()},
    **{word: (word.upper(), word) for word in _STANDARD.split()},
}
_SPECIAL_WORDS = {
    **dict.fromkeys(("__attribute__", "__attribute"), ATTRIBUTE),
    **dict.fromkeys(("asm", "__asm", "__asm__"), ASM),
    **dict.fromkeys(("__extension__", "__cdecl", "__stdcall", "__fastcall", "__w64", "__ptr32", "__ptr64", "__unaligned"), DROPPED),
    "__declspec": ATTRIBUTE,
    "__pragma": DROPPED_CALL,
    "_Pragma": PRAGMA_CALL,
    **dict.fromkeys(("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"), FUNCTION_NAME),
    **dict.fromkeys(("__builtin_LINE", "__builtin_FILE", "__builtin_FUNCTION"), LOCATION),
    **dict.fromkeys(("__LINE__", "__FILE__"), PLACE),
    "__label__": LOCAL_LABEL,
}

# word -> (kind, spelling in the tree); every other word is an identifier
KEYWORDS: dict[str, tuple[str, str]] = {
    **_KINDS,
    **{word: _KINDS[plain] for word, plain in _SPELLINGS.items()},
    "__auto_type": ("AUTO", "__auto_type"),
    **{word: (kind, word) for word, kind in _SPECIAL_WORDS.items()},
}

OPERATORS: dict[str, str] = {
    "...": "ELLIPSIS", "<<=": "LSHIFTEQUAL", ">>=": "RSHIFTEQUAL", "++": "PLUSPLUS", "--": "MINUSMINUS", "->": "ARROW",
    "&&": "LAND", "||": "LOR", "<<": "LSHIFT", ">>": "RSHIFT", "<=": "LE", ">=": "GE", "==": "EQ", "!=": "NE",
    "*=": "TIMESEQUAL", "/=": "DIVEQUAL", "%=": "MODEQUAL", "+=": "PLUSEQUAL", "-=": "MINUSEQUAL", "&=": "ANDEQUAL",
    "|=": "OREQUAL", "^=": "XOREQUAL", "=": "EQUALS", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE", "%": "MOD",
    "|": "OR", "&": "AND", "~": "NOT", "^": "XOR", "!": "LNOT", "<": "LT", ">": "GT", "?": "CONDOP", "(": "LPAREN",
    ")": "RPAREN", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE", ",": "COMMA", ".": "PERIOD", ";": "SEMI",
    ":": "COLON", "[[": DOUBLE_BRACKET, "<:": "LBRACKET", ":>": "RBRACKET", "<%": "LBRACE", "%>": "RBRACE",
}  # fmt: skip

SPELLING: dict[str, str] = {
    **{kind: word for word, (kind, plain) in KEYWORDS.items() if word == plain},
    **{kind: operator for operator, kind in reversed(OPERATORS.items())},
    "ID": "an identifier",
    "TYPEID": "a type name",
}


def described(kind: str) -> str:
    """A kind of token for an error message: ``';'``, ``an identifier``."""
    spelling = SPELLING.get(kind, kind)
    return spelling if spelling.startswith(("a ", "an ")) else f"'{spelling}'"
