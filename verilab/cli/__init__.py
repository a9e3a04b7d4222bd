"""The command line: ``verilab verify | sweep | backends | strategies | families``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; exit codes: 0 true or success, 1 false, 3 unknown, 2 input or usage error."""
    from verilab.cli.app import app

    try:
        app()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
