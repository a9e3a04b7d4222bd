r"""Interpolation problems in Princess' own language (.pri), as expressions of SMT-LIB.

    \functions { int x, y; \partial int f(int); bool b; }      \predicates { p(int); q; }
    \problem { \part[A] x > 0 & \part[B] f(x) = y -> \part[C] y = f(x) }
    \interpolant { A; B, C }                                   partitions between semicolons, parts of one between commas

The problem is valid: what is interpolated is its negation, so that a part on the right of an arrow is negated.  Binding, weakest first:
<->, -> (to the right) and <-, |, &, then ! \part \forall \exists, comparisons, + and -, *, the sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"\\[A-Za-z]+|[A-Za-z_][\w']*|[0-9]+|<->|->|<-|&&|\|\||!=|<=|>=|[^\s]")
_SECTION = re.compile(r"\\(functions|predicates|problem|interpolant|sorts|universalConstants|existentialConstants|metaVariables)\s*\{")
_SORTS = {"int": "Int", "bool": "Bool"}
_RELATIONS = {"=": "=", "!=": "distinct", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_MODIFIERS = frozenset({"\\partial", "\\relational", "\\total"})


@dataclass(slots=True)
class PrincessProblem:
    """``declared``: name, sorts of the arguments, sort.  ``parts``: what holds together and is contradictory, with the names that parts
    have; ``questions``: the partitions of each interpolant, as names of parts."""

    declared: list[tuple[str, list[str], str]] = field(default_factory=list)
    parts: list[tuple[str, Sexp]] = field(default_factory=list)
    questions: list[list[list[str]]] = field(default_factory=list)


def parse_princess(text: str) -> PrincessProblem:
    """The problem of a text.  OutsideTheories for constructs that are not read, SmtLibError for what is no problem."""
    plain = _COMMENT.sub(" ", text)
    parsed, problem = PrincessProblem(), False
    for name, body in _sections(plain):
        match name:
            case "functions":
                parsed.declared += _declared(body, "")
            case "predicates":
                parsed.declared += _declared(body, "bool")
            case "problem":
                parsed.parts = list(_negated(_Formulas(_TOKEN.findall(body)).whole()))
                problem = True
            case "interpolant":
                parsed.questions.append([[part.strip() for part in group.split(",") if part.strip()] for group in body.split(";")])
            case _:
                raise OutsideTheories(f"the section \\{name}")
    if not problem:
        raise SmtLibError("a file without \\problem")
    if not parsed.questions:
        parsed.questions.append([[name] for name in dict.fromkeys(name for name, _ in parsed.parts if name)])
    return parsed


def _sections(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while (start := _SECTION.search(text, place)) is not None:
        depth, place = 1, start.end()
        while depth:
            if place >= len(text):
                raise SmtLibError(f"\\{start.group(1)} is not closed")
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        yield start.group(1), text[start.end() : place - 1]


def _declared(body: str, sort: str) -> Iterator[tuple[str, list[str], str]]:
    for declaration in body.split(";"):
        tokens = [token for token in _TOKEN.findall(declaration) if token not in _MODIFIERS]
        if not tokens:
            continue
        result = sort or tokens.pop(0)
        while tokens:
            name, arguments = tokens.pop(0), []
            if tokens and tokens[0] == "(":
                end = tokens.index(")")
                arguments = [_sort(token) for token in tokens[1:end] if token in _SORTS or not re.match(r"[,\w']", token)]
                if not arguments:
                    raise OutsideTheories(f"the sort of an argument of {name}")
                del tokens[: end + 1]
            yield name, arguments, _sort(result)
            if tokens and tokens.pop(0) != ",":
                raise OutsideTheories(f"the declaration of {name}")


def _sort(name: str) -> str:
    if name not in _SORTS:
        raise OutsideTheories(f"unknown sort {name}")
    return _SORTS[name]


@dataclass(slots=True)
class _Pending:
    """An operator that waits for its last operand, or an open parenthesis, as ``level`` 0: of a call where it has a ``name``.

    ``operands``: how many there are.  A prefix has one; ``head`` is what stands before it in the expression that comes of it.
    """

    level: int
    name: str = ""
    operands: int = 2
    head: tuple[Sexp, ...] = ()


# from Princess' grammar, parser/ApInput.cf
_BINARY = {"<->": (1, "="), "->": (2, "=>"), "<-": (2, "<-"), "|": (3, "or"), "||": (3, "or"), "&": (4, "and"), "&&": (4, "and")}
_BINARY |= {symbol: (6, name) for symbol, name in _RELATIONS.items()} | {"+": (7, "+"), "-": (7, "-"), "*": (8, "*")}
_PREFIX, _RELATION, _SIGN = 5, 6, 9
_FLAT = frozenset({"or", "and"})


class _Formulas:
    """A parser of operators by their precedence, without recursion: generated problems have hundreds of parentheses in each other.

    Every construct is an expression of SMT-LIB, a part is ``["part", name, formula]``.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._values: list[Sexp] = []
        self._pending: list[_Pending] = []

    def whole(self) -> Sexp:
        """The formula that all the tokens are; OutsideTheories for a construct that is not read, and for what is no formula."""
        self._operand()
        while token := self._next():
            if token in _BINARY:
                self._binary(*_BINARY[token])
            elif token in (",", ")"):
                if self._closes(token):
                    continue
            elif token in (".", "["):
                raise OutsideTheories("the construct .\\as")
            else:
                raise OutsideTheories(f"the construct {token}")
            self._operand()
        self._reduce(0)
        if self._pending:
            raise OutsideTheories("the construct end")
        return self._values[0]

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        token = self._next()
        if token not in wanted:
            return ""
        self._place += 1
        return token

    def _need(self, wanted: str) -> None:
        if not self._take(wanted):
            raise OutsideTheories(f"the construct {self._next() or 'end'}")

    def _operand(self) -> None:
        """What stands before the next binary operator or closing parenthesis: prefixes, opening parentheses, and a number or a name."""
        while True:
            token = self._next()
            if token in ("!", "\\part", "\\forall", "\\exists"):
                if self._pending and self._pending[-1].level > _PREFIX:
                    raise OutsideTheories(f"the construct {token}")
                self._place += 1
                self._pending.append(_Pending(_PREFIX, operands=1, head=self._head(token)))
            elif self._take("-"):
                if self._pending and self._pending[-1].level == _SIGN:
                    raise OutsideTheories("the construct -")
                self._pending.append(_Pending(_SIGN, operands=1, head=("-",)))
            elif self._take("("):
                self._pending.append(_Pending(0))
            elif re.match(r"[0-9]", token):
                self._place += 1
                self._values.append(token)
                return
            elif re.match(r"[A-Za-z_]", token):
                self._place += 1
                name = token if token in ("true", "false") else f"|{token}|"
                if not self._take("(") or self._take(")"):  # f() is f
                    self._values.append(name)
                    return
                self._pending.append(_Pending(0, name, 1))
            else:
                raise OutsideTheories(f"the construct {token or 'end'}")

    def _head(self, token: str) -> tuple[Sexp, ...]:
        if token == "!":
            return ("not",)
        if token == "\\part":
            self._need("[")
            name = self._next()
            self._place += 1
            self._need("]")
            return ("part", name)
        return self._quantifier(token[1:])

    def _quantifier(self, kind: str) -> tuple[Sexp, ...]:
        sort, bound = self._next(), []
        self._place += 1
        while True:
            bound.append(self._next())
            self._place += 1
            if not self._take(","):
                break
        self._need(";")
        if self._take("{"):  # a trigger
            while not self._take("}"):
                self._place += 1
                if not self._next():
                    raise SmtLibError("a trigger that is not closed")
        variables: list[Sexp] = [[f"|{name}|", _sort(sort)] for name in bound]
        return (kind, variables)

    def _binary(self, level: int, name: str) -> None:
        self._place += 1
        self._reduce(level + 1 if name == "=>" or name in _FLAT or level == _RELATION else level)
        above = self._pending[-1] if self._pending else None
        if above is not None and above.level == level == _RELATION:
            raise OutsideTheories("a chain of relations")
        if above is not None and above.level == level and name in _FLAT:
            above.operands += 1
            return
        self._pending.append(_Pending(level, name))

    def _closes(self, token: str) -> bool:
        """Take a comma or a closing parenthesis; whether what it closes is an operand by itself."""
        self._reduce(0)
        if not self._pending:
            raise OutsideTheories(f"the construct {token}")
        self._place += 1
        opened = self._pending[-1]
        if token == ",":
            if not opened.name:
                raise OutsideTheories("the construct ,")
            opened.operands += 1
            return False
        self._pending.pop()
        if opened.name:
            self._values.append([opened.name, *self._taken(opened.operands)])
        return True

    def _reduce(self, level: int) -> None:
        """Apply the operators above the last open parenthesis that bind at least as much as a level."""
        while self._pending and self._pending[-1].level >= max(level, 1):
            operator = self._pending.pop()
            operands = self._taken(operator.operands)
            if operator.head:
                self._values.append([*operator.head, *operands])
            elif operator.name == "<-":
                self._values.append(["=>", *reversed(operands)])
            else:
                self._values.append([operator.name, *operands])

    def _taken(self, count: int) -> list[Sexp]:
        """The last values, which are used up."""
        values = self._values[len(self._values) - count :]
        del self._values[len(self._values) - count :]
        return values


# not (X -> Y) = X and not Y;   the parts of a conjunction are those of its conjuncts
def _negated(formula: Sexp) -> Iterator[tuple[str, Sexp]]:
    """The conjuncts of a formula's negation, each with the name of its part."""
    pending = [(formula, True)]
    while pending:
        whole, negative = pending.pop()
        match whole:
            case ["=>", premise, conclusion] if negative:
                pending += [(conclusion, True), (premise, False)]
            case ["or", *items] if negative:
                pending += [(item, True) for item in reversed(items)]
            case ["and", *items] if not negative:
                pending += [(item, False) for item in reversed(items)]
            case ["not", inner] if negative or _has_parts(inner):
                pending.append((inner, not negative))
            case "false" if negative:
                pass
            case ["part", str(name), inner]:
                yield name, ["not", _without_parts(inner)] if negative else _without_parts(inner)
            case _:
                yield "", ["not", _without_parts(whole)] if negative else _without_parts(whole)


def _has_parts(formula: Sexp) -> bool:
    stack = [formula]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            if item and item[0] == "part":
                return True
            stack += item
    return False


def _without_parts(formula: Sexp) -> Sexp:
    if _has_parts(formula):
        raise OutsideTheories("a part inside of another formula than conjunctions and implications")
    return formula
