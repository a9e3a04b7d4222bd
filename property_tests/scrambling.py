"""A guard in front of the error of a program: an input, scrambled in 64 rounds each of which is a bijection, has to be one number of 2^32.

No random or steered input meets it, but some input does: the program's verdict stays the same.  What is wrong in the model of the program
itself can then not be seen from executions that start at the beginning.
"""

from __future__ import annotations

import re

_DECLARATION = re.compile(r"(?:extern\s+)?void\s+reach_error\s*\(\s*void\s*\)\s*;")
_CALL = re.compile(r"\breach_error\s*\(\s*\)")
_GUARD = """
extern unsigned __VERIFIER_nondet_uint(void);
static void behind_the_guard(void) {
  unsigned scrambled = __VERIFIER_nondet_uint();
  for (int round = 0; round < 64; round++) {
    scrambled = scrambled * 1103515245u + 12345u;
    scrambled ^= scrambled >> 7;
  }
  if (scrambled == 99u) reach_error();
}
"""


def scrambled(text: str) -> str:
    """The program with every call of ``reach_error`` behind the guard; ValueError where it is not declared on its own."""
    declaration = _DECLARATION.search(text)
    if declaration is None:
        raise ValueError("the program does not declare 'void reach_error(void);'")
    before, after = text[: declaration.end()], text[declaration.end() :]
    return before + _GUARD.replace("\n", " ") + _CALL.sub("behind_the_guard()", after)
