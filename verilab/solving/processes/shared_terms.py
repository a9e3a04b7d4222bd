"""Terms that two processes share: each node of the DAG crosses the border once and has a name from then on.

A definition is the SMT-LIB text of one operator applied to names, "(+ .3 .7)", or the declaration of a symbol; its name is the
prefix of the side that sent it and its place in the order of that side's definitions.  Both sides must see all of the other's
definitions in order: where one is lost or refused, both must start anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode

from verilab.solving.smtlib.printing import declarations, node_text
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import SmtLibError

CLIENT, SERVER = ".", "@"
"""The sides' prefixes; SMT-LIB reserves such names, so that no symbol has one."""

# Operators whose text tells the node ("=" depends on the arguments), and how many arguments they have (0: two or more).  Such nodes
# are made directly, which costs half of pySMT's own constructors.
_DIRECT = {
    "and": (op.AND, 0), "or": (op.OR, 0), "not": (op.NOT, 1), "=>": (op.IMPLIES, 2), "ite": (op.ITE, 3), "+": (op.PLUS, 0),
    "-": (op.MINUS, 2), "*": (op.TIMES, 0), "<=": (op.LE, 2), "<": (op.LT, 2), "select": (op.ARRAY_SELECT, 2), "store": (op.ARRAY_STORE, 3),
}  # fmt: skip
_NOTHING = (0, -1)


class BorderError(ValueError):
    """What the other side sent is no definition or no known term."""


class SharedTerms:
    """One side of the border over one environment."""

    def __init__(self, environment: Environment, own: str) -> None:
        self._environment = environment
        self._reader = SmtLibReader(environment)
        self._create = environment.formula_manager.create_node
        self._may_declare = own == SERVER
        self._own, self._peer = own, SERVER if own == CLIENT else CLIENT
        self._sent = self._received = 0
        self._names: dict[FNode, str] = {}

    def encode(self, terms: Iterable[FNode]) -> tuple[list[str], list[str]]:
        """The definitions that the other side needs for ``terms``, and their names.  SmtLibError for what has no text."""
        names = self._names
        terms = list(terms)
        new: dict[FNode, str] = {}
        try:
            for term in terms:
                if term not in names:
                    self._encode(term, new)
        except SmtLibError:
            for node in new:
                del names[node]
            raise
        self._sent += len(new)
        for node in new:
            self._reader.names[names[node]] = node
        return list(new.values()), [names[term] for term in terms]

    def _encode(self, term: FNode, new: dict[FNode, str]) -> None:
        names, own = self._names, self._own
        stack = [term]
        while stack:
            node = stack[-1]
            if node in names:
                stack.pop()
                continue
            kind = node.node_type()
            arguments = node.args()
            if kind == op.FUNCTION:
                arguments = (node.function_name(), *arguments)
            missing = [argument for argument in arguments if argument not in names]
            if missing:
                stack += reversed(missing)
                continue
            stack.pop()
            if kind == op.SYMBOL:
                (text,) = declarations([node])
            else:
                text = node_text(node, [names[argument] for argument in node.args()])
            names[node] = f"{own}{self._sent + len(new)}"
            new[node] = text

    def define(self, texts: Sequence[str]) -> None:
        """Take the other side's definitions.  BorderError where one is no term."""
        names, bound, create = self._names, self._reader.names, self._create
        for text in texts:
            try:
                head, *arguments = text[1:-1].split(" ")
                kind, count = _DIRECT.get(head, _NOTHING)
                if (len(arguments) == count or (not count and len(arguments) > 1)) and arguments[0] in bound:
                    node = create(kind, tuple([bound[argument] for argument in arguments]))
                elif text.startswith("(declare-fun "):
                    if not self._may_declare:
                        raise ValueError("unknown symbol")
                    node = self._reader.declare(text)
                else:
                    node = self._reader.term(text)
            except (KeyError, PysmtException, AttributeError, TypeError, ValueError) as error:
                raise BorderError(f"{text[:80]}: {error}") from error
            name = f"{self._peer}{self._received}"
            self._received += 1
            bound[name] = node
            names.setdefault(node, name)

    def terms(self, names: Sequence[str]) -> list[FNode]:
        """The terms with these names; BorderError for unknown ones."""
        try:
            return [self._reader.names[name] for name in names]
        except KeyError as error:
            raise BorderError(f"unknown term {error}") from error
