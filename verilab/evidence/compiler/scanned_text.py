"""What is read from the standard input in a counterexample, as its text: numbers by ``scanf``, characters by ``getchar`` and its like.

Where ``scanf`` finds no number, a sign stands that none follows: the library takes it, and whatever comes behind can be read (C11
7.21.6.2p9).
"""

from __future__ import annotations

from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.program.counterexample import Choice
from verilab.program.lowering.environment.scanning import RESULT, SPACE_BEHIND, VALUE

CHARACTERS = frozenset(("getchar", "getc", "fgetc", "getchar_unlocked", "getc_unlocked", "fgetc_unlocked"))
_END = -1
_SIGN = b"+"
_SEPARATOR = b"\n"
_DIGITS, _SPACES = frozenset(b"0123456789"), frozenset(b" \t\n\v\f\r")


class ScannedText:
    """Takes the choices of an execution in their order; ``is_possible``: some text has these results, one call after the other."""

    def __init__(self) -> None:
        self.text = bytearray()
        self.is_possible = True
        self._open = False  # the text ends in a number, or in the sign of none
        self._skips = False  # spaces behind the text are read with it
        self._expected: list[bool] = []  # what the rest of a call reads: numbers, and whether none is there
        self._ended = False

    def takes(self, choice: Choice) -> bool:
        """Whether the choice is of ``scanf``, and is in the text."""
        origin = _origin(choice)
        if not origin.startswith((RESULT, VALUE)):
            return False
        if origin == VALUE:
            self._number(b"%d" % choice.values[0])
            self._go_on()
        else:
            wanted, space, _ = origin.removeprefix(RESULT).partition(SPACE_BEHIND)
            self._begin(choice.values[0], int(wanted), skips=bool(space))
        return True

    def reads(self, choice: Choice) -> None:
        """Put the choice into the text if it is of a function that reads a character."""
        if _origin(choice) not in CHARACTERS:
            return
        (character,) = choice.values
        if character < 0:
            self._ended = True
            return
        self.is_possible &= not self._ended and not (self._skips and character in _SPACES)
        if self._open and character in _DIGITS:
            self.is_possible &= self._skips
            self.text += _SEPARATOR
        self.text.append(character & 255)
        self._open = self._skips = False

    def _number(self, number: bytes) -> None:
        self.text += _SEPARATOR * self._open + number
        self._open = True

    def _begin(self, read: int, wanted: int, *, skips: bool) -> None:
        self._skips = skips and read == wanted
        self.is_possible &= read == _END or not self._ended
        if read == _END:
            self._ended = True
            return
        self._expected = [True] * read + [False] * (read < wanted)
        if read == 0:
            self._go_on(0)

    def _go_on(self, taken: int = 1) -> None:
        """So many of the numbers that are expected are in the text; what follows is none where none is expected."""
        del self._expected[:taken]
        if self._expected == [False]:
            self._number(_SIGN)
            self._expected = []


def _origin(choice: Choice) -> str:
    asked = nondeterminism(choice.edge)
    return "" if asked is None else asked[2]
