"""Spacer (Komuravelli, Gurfinkel, Chaki, CAV'14) on one system of Horn clauses: predicates, rules, a query, and what it found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from pysmt.fnode import FNode
from z3 import z3consts as k

from verilab_backends.z3.library import array, library
from verilab_backends.z3.terms import Z3Error, Z3Terms

Application = tuple[int, Sequence[FNode]]
"""A predicate and its arguments."""


# Where an integer with a coefficient has to be projected away (q in  x - 4q = 0,  which says that 4 divides x), QEL (Garcia-Contreras,
# Hari Govind, Shoham, Gurfinkel, CAV'23) hands it on to the projection by models, and that hands it back, until the stack is used up:
# z3 5.4.1 dies of SIGSEGV.  Only the whole library can be told to leave QEL out.
@contextmanager
def _projection(*, by_equalities: bool) -> Iterator[None]:
    """How Spacer projects variables out of a model's cube meanwhile: by QEL, z3's default, or without it."""
    if by_equalities:
        yield
        return
    library.set_global("smt.qsat_use_qel", "false")
    try:
        yield
    finally:
        library.set_global("smt.qsat_use_qel", "true")


def _has_multiples(formula: FNode, symbols: AbstractSet[FNode]) -> bool:
    """Whether one of these symbols has a coefficient anywhere in the formula."""
    if not symbols:
        return False
    seen, waiting = {formula}, [formula]
    while waiting:
        term = waiting.pop()
        parts = term.args()
        if term.is_times() and not symbols.isdisjoint(parts):
            return True
        waiting += (new := set(parts) - seen)
        seen |= new
    return False


class Spacer:
    """One fixed-point engine of z3; ``options`` replace its own.  Every method may raise Z3Error or UnsupportedTerm.

    The transformations that would replace predicates are off: each has its own formula at the end.
    """

    def __init__(self, terms: Z3Terms, options: Mapping[str, bool | int], seconds: float | None) -> None:
        self._terms = terms
        self._z3 = terms.context
        self._rules = 0
        self._multiples = False
        self._engine = terms.expect(library.mk_fixedpoint(self._z3))
        library.fixedpoint_inc_ref(self._z3, self._engine)
        kept: dict[str, bool | int] = {
            "xform.slice": False,
            "xform.inline_linear": False,
            "xform.inline_eager": False,
            "xform.tail_simplifier_pve": False,
            "xform.subsumption_checker": False,
        }
        if seconds is not None:
            kept["timeout"] = max(1, int(seconds * 1000))
        self._configure(kept | dict(options))

    def close(self) -> None:
        library.fixedpoint_dec_ref(self._z3, self._engine)

    def _configure(self, options: Mapping[str, bool | int]) -> None:
        terms, context = self._terms, self._z3
        parameters = terms.expect(library.mk_params(context))
        library.params_inc_ref(context, parameters)
        library.params_set_symbol(context, parameters, terms.symbol("engine"), terms.symbol("spacer"))
        for name, value in options.items():
            if isinstance(value, bool):
                library.params_set_bool(context, parameters, terms.symbol(name), value)
            else:
                library.params_set_uint(context, parameters, terms.symbol(name), value)
        library.fixedpoint_set_params(context, self._engine, parameters)
        library.params_dec_ref(context, parameters)
        terms.check_error()

    def predicate(self, parameters: Sequence[FNode]) -> int:
        """A new predicate over the sorts of these symbols."""
        terms, context = self._terms, self._z3
        sorts = array([terms.sort(variable.symbol_type()) for variable in parameters])
        bool_sort = terms.sort(terms.environment.type_manager.BOOL())
        declaration = terms.keep(library.mk_fresh_func_decl(context, b"P", len(parameters), sorts, bool_sort))
        library.fixedpoint_register_relation(context, self._engine, declaration)
        return declaration

    def rule(self, body: FNode, premises: Iterable[Application], head: Application) -> None:
        """body ∧ premises ⇒ head, for all values of their symbols."""
        terms, context = self._terms, self._z3
        premises = list(premises)
        parts = [terms.to_z3(body), *(self._applied(premise) for premise in premises)]
        rule = terms.keep(library.mk_implies(context, terms.all_of(parts), self._applied(head)))
        variables = set(body.get_free_variables()).union(head[1], *(arguments for _, arguments in premises))
        self._multiples |= _has_multiples(body, variables.difference(head[1], *(arguments for _, arguments in premises)))
        bound = array([terms.to_z3(variable) for variable in sorted(variables, key=lambda symbol: str(symbol.symbol_name()))])
        if len(bound):
            rule = terms.keep(library.mk_forall_const(context, 0, len(bound), bound, 0, None, rule))
        library.fixedpoint_add_rule(context, self._engine, rule, terms.symbol(f"rule{self._rules}"))
        self._rules += 1
        terms.check_error()

    def _applied(self, application: Application) -> int:
        predicate, symbols = application
        arguments = array([self._terms.to_z3(symbol) for symbol in symbols])
        return self._terms.keep(library.mk_app(self._z3, predicate, len(symbols), arguments))

    def derives(self, goal: int) -> bool:
        """Whether the rules derive a predicate for some arguments; Z3Error where Spacer gives up."""
        with _projection(by_equalities=not self._multiples):
            answer = library.fixedpoint_query_relations(self._z3, self._engine, 1, array([goal]))
        if answer == k.Z3_L_UNDEF:
            reason = library.fixedpoint_get_reason_unknown(self._z3, self._engine).decode()
            raise Z3Error(f"Spacer gave up: {reason}")
        return bool(answer == k.Z3_L_TRUE)

    def interpretation(self, predicate: int, parameters: Sequence[FNode]) -> FNode:
        """What Spacer takes a predicate for, where the goal is not derived, over these symbols."""
        terms, context = self._terms, self._z3
        cover = terms.keep(library.fixedpoint_get_cover_delta(context, self._engine, -1, predicate))
        arguments = array([terms.to_z3(variable) for variable in parameters])
        instance = terms.keep(library.substitute_vars(context, cover, len(parameters), arguments))
        return terms.from_z3(terms.keep(library.simplify(context, instance)))
