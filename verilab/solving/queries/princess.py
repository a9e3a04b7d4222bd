r"""Interpolation problems in Princess' own language (.pri), as expressions of SMT-LIB.

    \functions { int x, y; \partial int f(int); bool b; }      \predicates { p(int); q; }
    \problem { \part[A] x > 0 & \part[B] f(x) = y -> \part[C] y = f(x) }
    \interpolant { A; B, C }                                   partitions between semicolons, parts of one between commas

The problem is valid: what is interpolated is its negation, so that a part on the right of an arrow is negated.  Binding, weakest first:
<->, -> (to the right), |, &, then ! \part \forall \exists, comparisons, + and -, *, the sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"\\[A-Za-z]+|[A-Za-z_][\w']*|[0-9]+|<->|->|!=|<=|>=|[^\s]")
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


class _Formulas:
    """A parser by descent; every construct is an expression of SMT-LIB, a part is ``["part", name, formula]``."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._place = 0

    def whole(self) -> Sexp:
        formula = self._equivalence()
        if self._place < len(self._tokens):
            raise OutsideTheories(f"the construct {self._tokens[self._place]}")
        return formula

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

    def _joined(self, symbol: str, name: str, part: Callable[[], Sexp]) -> Sexp:
        items = [part()]
        while self._take(symbol):
            items.append(part())
        return items[0] if len(items) == 1 else [name, *items]

    def _equivalence(self) -> Sexp:
        return self._joined("<->", "=", self._implication)

    def _implication(self) -> Sexp:
        formula = self._joined("->", "=>", lambda: self._joined("|", "or", lambda: self._joined("&", "and", self._unary)))
        if isinstance(formula, list) and formula[0] == "=>":
            *premises, result = formula[1:]
            for premise in reversed(premises):
                result = ["=>", premise, result]
            return result
        return formula

    def _unary(self) -> Sexp:
        if self._take("!"):
            return ["not", self._unary()]
        if self._take("\\part"):
            self._need("[")
            name = self._next()
            self._place += 1
            self._need("]")
            return ["part", name, self._unary()]
        quantifier = self._take("\\forall", "\\exists")
        return self._quantified(quantifier[1:]) if quantifier else self._relation()

    def _quantified(self, kind: str) -> Sexp:
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
        return [kind, variables, self._unary()]

    def _relation(self) -> Sexp:
        left = self._sum()
        parts: list[Sexp] = []
        while operator := self._take(*_RELATIONS):
            right = self._sum()
            parts.append([_RELATIONS[operator], left, right])
            left = right
        return left if not parts else parts[0] if len(parts) == 1 else ["and", *parts]

    def _sum(self) -> Sexp:
        term = self._product()
        while operator := self._take("+", "-"):
            term = [operator, term, self._product()]
        return term

    def _product(self) -> Sexp:
        term = self._signed()
        while self._take("*"):
            term = ["*", term, self._signed()]
        return term

    def _signed(self) -> Sexp:
        return ["-", self._signed()] if self._take("-") else self._primary()

    def _primary(self) -> Sexp:
        token = self._next()
        if self._take("("):
            term = self._equivalence()
            self._need(")")
        elif re.match(r"[0-9]", token):
            self._place += 1
            term = token
        elif re.match(r"[A-Za-z_]", token):
            self._place += 1
            term = token if token in ("true", "false") else f"|{token}|"
            if self._take("("):
                arguments = [self._equivalence()]
                while self._take(","):
                    arguments.append(self._equivalence())
                self._need(")")
                term = [term, *arguments]
        else:
            raise OutsideTheories(f"the construct {token or 'end'}")
        if self._next() in (".", "["):
            raise OutsideTheories("the construct .\\as")
        return term


# not (X -> Y) = X and not Y;   the parts of a conjunction are those of its conjuncts
def _negated(formula: Sexp) -> Iterator[tuple[str, Sexp]]:
    """The conjuncts of a formula's negation, each with the name of its part."""
    while isinstance(formula, list) and formula[0] == "=>":
        yield from _conjuncts(formula[1])
        formula = formula[2]
    match formula:
        case ["or", *items]:
            for item in items:
                yield from _negated(item)
        case ["not", inner]:
            yield from _conjuncts(inner)
        case "false":
            return
        case ["part", str(name), inner]:
            yield name, ["not", _without_parts(inner)]
        case _:
            yield "", ["not", _without_parts(formula)]


def _conjuncts(formula: Sexp) -> Iterator[tuple[str, Sexp]]:
    match formula:
        case ["and", *items]:
            for item in items:
                yield from _conjuncts(item)
        case ["not", inner] if _has_parts(inner):
            yield from _negated(inner)
        case ["part", str(name), inner]:
            yield name, _without_parts(inner)
        case _:
            yield "", _without_parts(formula)


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
