"""The arithmetic without undefined behaviour that csmith's programs call; written here, so that csmith's headers need not be there.

A function returns its left operand where the operation has no defined result, as in PLDI'11 §3.4.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"\bsafe_(add|sub|mul|div|mod|unary_minus|lshift|rshift)_func_(u?)int(8|16|32|64)_t_([su])(?:_([su]))?\b")
_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "lshift": "<<", "rshift": ">>"}


def arithmetic_for(text: str) -> str:
    """Definitions of the functions that the program's text names."""
    matches = {match[0]: match for match in _NAME.finditer(text)}
    return "\n".join(_definition(matches[name]) for name in sorted(matches))


def _definition(match: re.Match[str]) -> str:
    operation, unsigned, width, _, right = match.groups()
    type = f"{unsigned}int{width}_t"
    if operation == "unary_minus":
        refused = "0" if unsigned else f"a == INT{width}_MIN"
        return f"static {type} {match[0]}({type} a) {{ return {refused} ? a : ({type})-a; }}"
    shift = operation in ("lshift", "rshift")
    second = ("int" if right == "s" else "unsigned int") if shift else type
    refused = _refused(operation, bool(unsigned), width, right == "s")
    result = f"({type})(a {_OPERATORS[operation]} b)"
    if unsigned and operation == "mul" and width == "16":
        result = f"({type})(1u * a * b)"  # two of them, promoted to int, overflow
    return f"static {type} {match[0]}({type} a, {second} b) {{ return {refused} ? a : {result}; }}"


def _refused(operation: str, unsigned: bool, width: str, right_signed: bool) -> str:
    """The condition under which the operation has no defined result."""
    low, high = f"INT{width}_MIN", f"{'U' if unsigned else ''}INT{width}_MAX"
    if operation in ("lshift", "rshift"):
        distance = f"({'b < 0 || ' if right_signed else ''}b >= 32"
        negative = "" if unsigned else "a < 0 || "
        return f"{negative}{distance}" + (f" || a > ({high} >> b))" if operation == "lshift" else ")")
    if operation in ("div", "mod"):
        return "b == 0" if unsigned else f"(b == 0 || (a == {low} && b == -1))"
    if unsigned:
        return "0"
    if operation == "add":
        return f"((b > 0 && a > {high} - b) || (b < 0 && a < {low} - b))"
    if operation == "sub":
        return f"((b < 0 && a > {high} + b) || (b > 0 && a < {low} + b))"
    return (
        f"((a > 0 && b > 0 && a > {high} / b) || (a > 0 && b <= 0 && b < {low} / a) || "
        f"(a <= 0 && b > 0 && a < {low} / b) || (a < 0 && b <= 0 && b < {high} / a))"
    )
