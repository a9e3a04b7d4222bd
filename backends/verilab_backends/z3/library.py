"""libz3's C functions on plain integers: a third of the time of z3's Python objects, and no reference-counting objects at all.

Handles (contexts, terms, sorts, solvers ...) are Python integers.  A context made here never calls back on an error: functions that
return a handle answer None then (``Z3Error`` is raised by whoever checks, see ``Z3Context.expect``).
"""

from __future__ import annotations

import ctypes
from ctypes import c_bool, c_char_p, c_int, c_int64, c_uint, c_void_p
from pathlib import Path
from typing import Any

import z3

from verilab.processes.forks import before_forks

_P, _U, _B, _S, _I = c_void_p, c_uint, c_bool, c_char_p, c_int
_A = ctypes.POINTER(c_void_p)

# name: (result, arguments after the context)
_PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "inc_ref": (None, (_P,)), "interrupt": (None, ()), "get_error_code": (_I, ()), "get_error_msg": (_S, (_I,)),
    "set_error_handler": (None, (_P,)), "del_context": (None, ()), "ast_to_string": (_S, (_P,)),
    # symbols, sorts, declarations
    "mk_string_symbol": (_P, (_S,)), "mk_bool_sort": (_P, ()), "mk_int_sort": (_P, ()), "mk_real_sort": (_P, ()),
    "mk_bv_sort": (_P, (_U,)), "mk_array_sort": (_P, (_P, _P)), "mk_uninterpreted_sort": (_P, (_P,)),
    "mk_func_decl": (_P, (_P, _U, _A, _P)), "mk_fresh_func_decl": (_P, (_S, _U, _A, _P)), "mk_app": (_P, (_P, _U, _A)),
    "mk_const": (_P, (_P, _P)), "mk_numeral": (_P, (_S, _P)), "mk_int64": (_P, (c_int64, _P)),
    # Booleans
    "mk_true": (_P, ()), "mk_false": (_P, ()), "mk_not": (_P, (_P,)), "mk_and": (_P, (_U, _A)), "mk_or": (_P, (_U, _A)),
    "mk_implies": (_P, (_P, _P)), "mk_iff": (_P, (_P, _P)), "mk_eq": (_P, (_P, _P)), "mk_ite": (_P, (_P, _P, _P)),
    "mk_forall_const": (_P, (_U, _U, _A, _U, _A, _P)), "mk_exists_const": (_P, (_U, _U, _A, _U, _A, _P)),
    # arithmetic
    "mk_add": (_P, (_U, _A)), "mk_sub": (_P, (_U, _A)), "mk_mul": (_P, (_U, _A)), "mk_div": (_P, (_P, _P)), "mk_power": (_P, (_P, _P)),
    "mk_le": (_P, (_P, _P)), "mk_lt": (_P, (_P, _P)), "mk_int2real": (_P, (_P,)), "mk_bv2int": (_P, (_P, _B)),
    # bit-vectors
    "mk_bvnot": (_P, (_P,)), "mk_bvneg": (_P, (_P,)), "mk_extract": (_P, (_U, _U, _P)), "mk_concat": (_P, (_P, _P)),
    "mk_zero_ext": (_P, (_U, _P)), "mk_sign_ext": (_P, (_U, _P)), "mk_rotate_left": (_P, (_U, _P)), "mk_rotate_right": (_P, (_U, _P)),
    **{f"mk_bv{name}": (_P, (_P, _P)) for name in (
        "and", "or", "xor", "ult", "ule", "slt", "sle", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr")},
    # arrays
    "mk_select": (_P, (_P, _P)), "mk_store": (_P, (_P, _P, _P)), "mk_const_array": (_P, (_P, _P)),
    # looking into terms
    "get_ast_kind": (_I, (_P,)), "get_app_decl": (_P, (_P,)), "get_decl_kind": (_I, (_P,)), "get_app_num_args": (_U, (_P,)),
    "get_app_arg": (_P, (_P, _U)), "get_decl_int_parameter": (_I, (_P, _U)), "get_numeral_string": (_S, (_P,)),
    "get_numeral_int64": (_B, (_P, ctypes.POINTER(c_int64))), "get_sort": (_P, (_P,)), "get_sort_kind": (_I, (_P,)),
    "get_bv_sort_size": (_U, (_P,)), "get_array_sort_domain": (_P, (_P,)), "get_bool_value": (_I, (_P,)),
    "get_index_value": (_U, (_P,)), "is_quantifier_forall": (_B, (_P,)), "get_quantifier_body": (_P, (_P,)),
    "simplify": (_P, (_P,)), "simplify_ex": (_P, (_P, _P)), "substitute_vars": (_P, (_P, _U, _A)), "substitute": (_P, (_P, _U, _A, _A)),
    # parameters, vectors
    "mk_params": (_P, ()), "params_inc_ref": (None, (_P,)), "params_dec_ref": (None, (_P,)), "params_set_bool": (None, (_P, _P, _B)),
    "params_set_uint": (None, (_P, _P, _U)), "params_set_symbol": (None, (_P, _P, _P)),
    "mk_ast_vector": (_P, ()), "ast_vector_inc_ref": (None, (_P,)), "ast_vector_dec_ref": (None, (_P,)),
    "ast_vector_size": (_U, (_P,)), "ast_vector_get": (_P, (_P, _U)), "ast_vector_push": (None, (_P, _P)),
    # solvers and models
    "mk_solver_for_logic": (_P, (_P,)), "mk_simple_solver": (_P, ()), "solver_inc_ref": (None, (_P,)), "solver_dec_ref": (None, (_P,)),
    "solver_set_params": (None, (_P, _P)), "solver_push": (None, (_P,)), "solver_pop": (None, (_P, _U)),
    "solver_assert": (None, (_P, _P)), "solver_check": (_I, (_P,)), "solver_check_assumptions": (_I, (_P, _U, _A)),
    "solver_get_model": (_P, (_P,)), "solver_get_unsat_core": (_P, (_P,)), "solver_get_reason_unknown": (_S, (_P,)),
    "solver_to_string": (_S, (_P,)),
    "model_inc_ref": (None, (_P,)), "model_dec_ref": (None, (_P,)), "model_eval": (_B, (_P, _P, _B, _A)),
    "qe_model_project": (_P, (_P, _U, _A, _P)),
    # tactics
    "mk_tactic": (_P, (_S,)), "tactic_inc_ref": (None, (_P,)), "tactic_dec_ref": (None, (_P,)), "tactic_apply": (_P, (_P, _P)),
    "tactic_and_then": (_P, (_P, _P)), "tactic_try_for": (_P, (_P, _U)),
    "mk_goal": (_P, (_B, _B, _B)), "goal_inc_ref": (None, (_P,)), "goal_dec_ref": (None, (_P,)), "goal_assert": (None, (_P, _P)),
    "goal_size": (_U, (_P,)), "goal_formula": (_P, (_P, _U)), "goal_inconsistent": (_B, (_P,)), "goal_precision": (_I, (_P,)),
    "goal_to_dimacs_string": (_S, (_P, _B)),
    "apply_result_inc_ref": (None, (_P,)), "apply_result_dec_ref": (None, (_P,)), "apply_result_get_num_subgoals": (_U, (_P,)),
    "apply_result_get_subgoal": (_P, (_P, _U)),
    # Horn clauses
    "mk_fixedpoint": (_P, ()), "fixedpoint_inc_ref": (None, (_P,)), "fixedpoint_dec_ref": (None, (_P,)),
    "fixedpoint_register_relation": (None, (_P, _P)), "fixedpoint_add_rule": (None, (_P, _P, _P)), "fixedpoint_query": (_I, (_P, _P)),
    "fixedpoint_query_relations": (_I, (_P, _U, _A)), "fixedpoint_get_answer": (_P, (_P,)),
    "fixedpoint_get_cover_delta": (_P, (_P, _I, _P)), "fixedpoint_set_params": (None, (_P, _P)),
    "fixedpoint_get_reason_unknown": (_S, (_P,)), "fixedpoint_get_num_levels": (_U, (_P, _P)),
}  # fmt: skip


def _library_path() -> str:
    """The library file of the installed package ``z3-solver``, the one its own Python module loads."""
    files = sorted(str(file) for file in Path(z3.__file__).parent.joinpath("lib").glob("libz3.*") if ".lib" not in file.suffixes)
    if not files:
        raise ImportError("the installed package z3-solver has no library file libz3.*; pip install --force-reinstall z3-solver")
    return max(files, key=len)  # libz3.so.5.4 before libz3.so, as z3core does


class _Library:
    """The functions above as attributes without their prefix: ``library.mk_add`` is Z3_mk_add."""

    def __init__(self) -> None:
        # A second handle to the library that z3 has loaded: prototypes belong to the handle, so z3's own are not disturbed.
        handle = ctypes.CDLL(_library_path())
        for name, (result, arguments) in _PROTOTYPES.items():
            try:
                function = handle[f"Z3_{name}"]
            except AttributeError:  # an older library
                continue
            function.restype = result
            function.argtypes = [_P, *arguments]
            setattr(self, name, function)
        handle.Z3_mk_config.restype = _P
        handle.Z3_mk_context_rc.restype = _P
        handle.Z3_mk_context_rc.argtypes = [_P]
        handle.Z3_del_config.argtypes = [_P]
        handle.Z3_global_param_set.restype = None
        handle.Z3_global_param_set.argtypes = [_S, _S]
        self._handle = handle
        self._unused: list[int] = []

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"libz3 has no function Z3_{name}, or it is not in the table of {__name__}")

    def set_global(self, name: str, value: str) -> None:
        """A parameter of the library, of what begins from now on in every context of this process."""
        self._handle.Z3_global_param_set(name.encode(), value.encode())

    def context(self) -> int:
        """A context that nothing was done with, whose terms are reference-counted and whose errors do not end the process."""
        return self._unused.pop() if self._unused else self._make_context()

    def prepare(self) -> None:
        """Make the contexts that a run takes, of 17 MB and ten milliseconds each: one for its analysis, one for its evidence."""
        self._unused += [self._make_context(), self._make_context()]

    def _make_context(self) -> int:
        config = self._handle.Z3_mk_config()
        context: int = self._handle.Z3_mk_context_rc(config)
        self._handle.Z3_del_config(config)
        self.set_error_handler(context, None)
        return context


library = _Library()
before_forks(library.prepare)

_array_types: dict[int, Any] = {}


def array(handles: list[int] | tuple[int, ...]) -> Any:
    """A C array of handles."""
    length = len(handles)
    kind = _array_types.get(length)
    if kind is None:
        kind = _array_types[length] = c_void_p * length
    return kind(*handles)
