"""z3:horn: interpolants as the solution of one system of Horn clauses, by Spacer (Komuravelli, Gurfinkel, Chaki, CAV'14).

For A_1 .. A_n and a predicate P_k over the shared variables s_k of each cut:
    A_1 ⇒ P_1(s_1);     P_k(s_k) ∧ A_(k+1) ⇒ P_(k+1)(s_(k+1));     P_(n-1)(s_(n-1)) ∧ A_n ⇒ false
where all variables are universally quantified.  A solution of the system is an interpolant sequence.  For a tree, the clause of node i
has the predicates of all its children:    P_c1(s_c1) ∧ ... ∧ P_cm(s_cm) ∧ A_i ⇒ P_i(s_i).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode
from z3 import z3consts as k

from verilab.solving.engine import Sequent, TreeSequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab.solving.trees import children_of, height, path
from verilab_backends.z3.library import array, library
from verilab_backends.z3.operators import UnsupportedTerm
from verilab_backends.z3.terms import Z3Error, Z3Terms

_PROCEDURE = "z3:horn"
CONTEXTS = 100
"""How many solvers Spacer may use at once: with its own limit of 500, a chain of 500 takes 2.9 s instead of 1.6."""


class HornEngine:
    """Spacer on the terms of one environment, in a z3 context of its own.

    Spacer orders formulas by the numbers that z3 gives its terms, and z3 gives the numbers of freed terms again.  In a context that is
    shared with other solvers the same query had other interpolants from run to run.
    """

    def __init__(self, environment: Environment) -> None:
        self._terms = Z3Terms(environment)
        self._z3 = self._terms.context

    def close(self) -> None:
        self._terms.close()

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        parents = tuple(path(len(sequent.partitions)))
        return self.interpolate_tree(TreeSequent(sequent.partitions, parents, sequent.shared), seconds)

    def interpolate_tree(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        start = time.monotonic()
        answer = self._interpolate(sequent, seconds)
        # Spacer does not say that it stopped because of the time.
        late = seconds is not None and time.monotonic() - start >= 0.9 * seconds
        return TimedOut(_PROCEDURE) if late and isinstance(answer, Failed) else answer

    def _interpolate(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | Failed:
        engine = self._terms.expect(library.mk_fixedpoint(self._z3))
        library.fixedpoint_inc_ref(self._z3, engine)
        try:
            self._configure(engine, height(sequent.parents), seconds)
            predicates = self._assert_rules(engine, sequent)
            return self._solve(engine, sequent, predicates)
        except (Z3Error, UnsupportedTerm) as error:
            return Failed(str(error), _PROCEDURE)
        finally:
            library.fixedpoint_dec_ref(self._z3, engine)

    # Spacer unrolls level by level, with a round over all predicates on each.  P_k is reachable at level k and nowhere else, so the
    # search may start at the last level at once: 20 times faster on a chain of 100 (4.4 s to .23 s).
    # The generaliser spacer.use_euf_gen stays off: with it Spacer answered "false" for satisfiable prefixes in 3 of 8 seeds of one query.
    def _configure(self, engine: int, length: int, seconds: float | None) -> None:
        options: dict[str, bool | int] = {
            "xform.slice": False,
            "xform.inline_linear": False,
            "xform.inline_eager": False,
            "xform.tail_simplifier_pve": False,
            "xform.subsumption_checker": False,
            "spacer.min_level": length,
            "spacer.max_num_contexts": CONTEXTS,
            "spacer.use_inductive_generalizer": False,
        }
        if seconds is not None:
            options["timeout"] = max(1, int(seconds * 1000))
        terms, context = self._terms, self._z3
        parameters = terms.expect(library.mk_params(context))
        library.params_inc_ref(context, parameters)
        library.params_set_symbol(context, parameters, terms.symbol("engine"), terms.symbol("spacer"))
        for name, value in options.items():
            if isinstance(value, bool):
                library.params_set_bool(context, parameters, terms.symbol(name), value)
            else:
                library.params_set_uint(context, parameters, terms.symbol(name), value)
        library.fixedpoint_set_params(context, engine, parameters)
        library.params_dec_ref(context, parameters)
        terms.check_error()

    def _assert_rules(self, engine: int, sequent: TreeSequent) -> list[int]:
        """Add the clauses; the declarations of the predicates, that of the goal at the end."""
        terms, context = self._terms, self._z3
        bool_sort = terms.sort(terms.environment.type_manager.BOOL())
        predicates = []
        for cut in (*sequent.shared, ()):
            sorts = array([terms.sort(variable.symbol_type()) for variable in cut])
            predicate = terms.keep(library.mk_fresh_func_decl(context, b"P", len(cut), sorts, bool_sort))
            library.fixedpoint_register_relation(context, engine, predicate)
            predicates.append(predicate)
        heads = [self._apply(predicate, cut) for predicate, cut in zip(predicates, (*sequent.shared, ()), strict=True)]
        for index, (partition, children) in enumerate(zip(sequent.partitions, children_of(sequent.parents), strict=True)):
            body = [terms.to_z3(partition), *(heads[child] for child in children)]
            rule = terms.keep(library.mk_implies(context, terms.all_of(body), heads[index]))
            variables = set(partition.get_free_variables())
            for node in (*children, index):
                variables.update(sequent.shared[node] if node < len(sequent.shared) else ())
            bound = array([terms.to_z3(variable) for variable in sorted(variables, key=lambda symbol: str(symbol.symbol_name()))])
            if len(bound):
                rule = terms.keep(library.mk_forall_const(context, 0, len(bound), bound, 0, None, rule))
            library.fixedpoint_add_rule(context, engine, rule, terms.symbol(f"rule{index}"))
            terms.check_error()
        return predicates

    def _apply(self, predicate: int, cut: Sequence[FNode]) -> int:
        arguments = array([self._terms.to_z3(variable) for variable in cut])
        return self._terms.keep(library.mk_app(self._z3, predicate, len(cut), arguments))

    def _solve(self, engine: int, sequent: TreeSequent, predicates: list[int]) -> Sequence[FNode] | Failed:
        terms, context = self._terms, self._z3
        answer = library.fixedpoint_query_relations(context, engine, 1, array([predicates[-1]]))
        if answer == k.Z3_L_UNDEF:
            reason = library.fixedpoint_get_reason_unknown(context, engine).decode()
            return Failed(f"Spacer gave up: {reason}", _PROCEDURE)
        if answer == k.Z3_L_TRUE:
            return Failed("Spacer says the sequence is satisfiable, the solver says it is not", _PROCEDURE)
        formulas = []
        for predicate, cut in zip(predicates, sequent.shared, strict=False):
            cover = terms.keep(library.fixedpoint_get_cover_delta(context, engine, -1, predicate))
            arguments = array([terms.to_z3(variable) for variable in cut])
            instance = terms.keep(library.substitute_vars(context, cover, len(cut), arguments))
            formulas.append(terms.from_z3(terms.keep(library.simplify(context, instance))))
        return formulas
