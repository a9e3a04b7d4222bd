"""libmathsat's C functions by ctypes, on plain integers.  Documented at https://mathsat.fbk.eu/apireference.html.

MathSAT's handles (environments, terms, declarations, types) are structures of one pointer, which the calling conventions of x86-64
and ARM64 pass like that pointer: here they are Python integers, None where a function failed.

It is the library that ``verilab backends install mathsat`` has fetched, else that of the Python module ``mathsat``, which
``pysmt-install --msat`` builds: the module has the names of the C interface, but slow objects for handles; its library is used directly.

The fetched library carries an old libstdc++ whose unique symbols merge with those of other libraries: beside z3, cvc5 or a JVM it makes
them misbehave silently.  ``load`` refuses a process that has one of them.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import sys
from ctypes import CFUNCTYPE, c_char_p, c_int, c_size_t, c_void_p
from typing import Any, ClassVar

from verilab.solving.installation import installed_folder
from verilab_backends.mathsat.installation import INSTALLATION, LIBRARY

_P, _Z, _S, _I = c_void_p, c_size_t, c_char_p, c_int
_A = ctypes.POINTER(c_void_p)
_ZP = ctypes.POINTER(c_size_t)

TerminationTest = CFUNCTYPE(c_int, c_void_p)
ModelCallback = CFUNCTYPE(c_int, _A, c_int, c_void_p)

_BINARY = (
    "and", "or", "iff", "equal", "eq", "leq", "plus", "times", "bv_concat", "bv_and", "bv_or", "bv_xor", "bv_ult", "bv_slt", "bv_uleq",
    "bv_sleq", "bv_plus", "bv_minus", "bv_times", "bv_udiv", "bv_urem", "bv_sdiv", "bv_srem", "bv_lshl", "bv_lshr", "bv_ashr", "bv_comp",
    "array_read",
)  # fmt: skip

# name: (result, arguments); most take the environment first
_PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "get_version": (_P, ()), "free": (None, (_P,)), "last_error_message": (_S, (_P,)),
    "create_config": (_P, ()), "destroy_config": (None, (_P,)), "set_option": (_I, (_P, _S, _S)),
    "create_env": (_P, (_P,)), "create_shared_env": (_P, (_P, _P)), "destroy_env": (None, (_P,)), "reset_env": (_I, (_P,)),
    "set_termination_test": (_I, (_P, TerminationTest, _P)),
    # types and declarations
    "get_bool_type": (_P, (_P,)), "get_integer_type": (_P, (_P,)), "get_rational_type": (_P, (_P,)), "get_bv_type": (_P, (_P, _Z)),
    "get_array_type": (_P, (_P, _P, _P)), "get_simple_type": (_P, (_P, _S)), "get_function_type": (_P, (_P, _A, _Z, _P)),
    "declare_function": (_P, (_P, _S, _P)), "decl_get_tag": (_I, (_P, _P)), "decl_get_name": (_P, (_P,)),
    "decl_get_return_type": (_P, (_P,)), "is_bv_type": (_I, (_P, _P, _ZP)), "is_integer_type": (_I, (_P, _P)),
    "is_array_type": (_I, (_P, _P, _A, _A)),
    # terms
    "make_true": (_P, (_P,)), "make_false": (_P, (_P,)), "make_constant": (_P, (_P, _P)), "make_uf": (_P, (_P, _P, _A)),
    "make_number": (_P, (_P, _S)), "make_bv_number": (_P, (_P, _S, _Z, _Z)), "make_not": (_P, (_P, _P)),
    "make_term_ite": (_P, (_P, _P, _P, _P)), "make_floor": (_P, (_P, _P)), "make_divide": (_P, (_P, _P, _P)),
    "make_bv_not": (_P, (_P, _P)), "make_bv_neg": (_P, (_P, _P)), "make_bv_extract": (_P, (_P, _Z, _Z, _P)),
    "make_bv_zext": (_P, (_P, _Z, _P)), "make_bv_sext": (_P, (_P, _Z, _P)), "make_bv_rol": (_P, (_P, _Z, _P)),
    "make_bv_ror": (_P, (_P, _Z, _P)), "make_int_from_ubv": (_P, (_P, _P)), "make_array_write": (_P, (_P, _P, _P, _P)),
    "make_array_const": (_P, (_P, _P, _P)),
    "make_int_modular_congruence": (_P, (_P, _P, _P, _P)),
    **{f"make_{name}": (_P, (_P, _P, _P)) for name in _BINARY},
    "term_get_decl": (_P, (_P,)), "term_get_type": (_P, (_P,)), "term_arity": (_Z, (_P,)), "term_get_arg": (_P, (_P, _Z)),
    "term_repr": (_P, (_P,)), "term_is_number": (_I, (_P, _P)), "term_is_bv_extract": (_I, (_P, _P, _ZP, _ZP)),
    **{f"term_is_bv_{name}": (_I, (_P, _P, _ZP)) for name in ("zext", "sext", "rol", "ror")},
    # solving
    "push_backtrack_point": (_I, (_P,)), "pop_backtrack_point": (_I, (_P,)), "assert_formula": (_I, (_P, _P)), "solve": (_I, (_P,)),
    "solve_with_assumptions": (_I, (_P, _A, _Z)), "get_unsat_assumptions": (_P, (_P, _ZP)), "get_model_value": (_P, (_P, _P)),
    "all_sat": (_I, (_P, _A, _Z, ModelCallback, _P)),
    "create_itp_group": (_I, (_P,)), "set_itp_group": (_I, (_P, _I)),
    "get_interpolant": (_P, (_P, ctypes.POINTER(c_int), _Z)),
}  # fmt: skip

_STRANGERS = ("z3", "cvc5", "bitwuzla", "jpype")


class Library:
    """The functions above as attributes without their prefix: ``library.make_and`` is msat_make_and."""

    def __init__(self, functions: Any) -> None:
        """``functions`` has msat_make_and and all others as functions of ctypes; AttributeError where it has not."""
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(functions, f"msat_{name}")
            function.restype = result
            function.argtypes = list(arguments)
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"there is no function msat_{name} in the table of {__name__}")

    def text(self, pointer: int | None) -> str:
        """A string that the library made; it is freed."""
        if pointer is None:
            return ""
        text = ctypes.string_at(pointer).decode()
        self.free(pointer)
        return text

    @property
    def version(self) -> str:
        """The version's number, "5.6.11"."""
        return self.text(self.get_version()).removeprefix("MathSAT5 version ").split(" ")[0]


_MODULE, _EXTENSION = "mathsat", "_mathsat"
"""The Python module of MathSAT, and the compiled part of it."""

_loaded: list[Library] = []


def _functions() -> Any:
    """What has the functions msat_...  ImportError where MathSAT is not installed, OSError where it cannot be loaded."""
    folder = installed_folder(INSTALLATION)
    if folder is not None:
        return ctypes.CDLL(str(folder / LIBRARY))
    # Of a loaded extension the functions of the library that it is linked to are found, too.
    extension = importlib.util.find_spec(_EXTENSION)
    if extension is not None and extension.origin:
        return ctypes.CDLL(extension.origin)
    if importlib.util.find_spec(_MODULE) is None:
        raise ImportError(f"its library is not in the cache folder, and there is no Python module {_MODULE}")
    return importlib.import_module(_MODULE)


def load() -> Library:
    """The library, loaded once.  ImportError where it is not installed, cannot be loaded, or must not be loaded in this process."""
    if _loaded:
        return _loaded[0]
    present = [name for name in _STRANGERS if sys.modules.get(name) is not None]
    if present:
        raise ImportError(f"MathSAT needs a process of its own, and this one has loaded {', '.join(present)}; use load_backend('mathsat')")
    try:
        library = Library(_functions())
    except (OSError, AttributeError) as error:
        raise ImportError(f"MathSAT's library cannot be used here: {error}") from error
    _loaded.append(library)
    return library


def array(handles: list[int] | tuple[int, ...]) -> Any:
    """A C array of handles."""
    return (c_void_p * len(handles))(*handles)


def integers(numbers: list[int]) -> Any:
    """A C array of ints."""
    return (c_int * len(numbers))(*numbers)


class _GmpInteger(ctypes.Structure):
    """GMP's mpz_t."""

    _fields_: ClassVar = [("allocated", c_int), ("size", c_int), ("limbs", ctypes.POINTER(ctypes.c_ulong))]


def gmp_integer(value: int) -> _GmpInteger:
    """A positive integer of one limb, for functions that read it."""
    return _GmpInteger(1, 1, ctypes.pointer(ctypes.c_ulong(value)))
