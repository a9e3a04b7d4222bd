"""How many examples a property is tried on: few each time that the tests run, as many as ``VERILAB_EXAMPLES`` says at night."""

from __future__ import annotations

import os


def examples(usual: int) -> int:
    """``VERILAB_EXAMPLES``, or as many as usual where it is not set."""
    return int(os.environ.get("VERILAB_EXAMPLES", usual))
