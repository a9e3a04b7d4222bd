"""The command line: ``verilab verify | sweep | backends | strategies | families``."""

from __future__ import annotations

import gc
import sys

RARE_COLLECTIONS = (100_000, 50, 1000)
"""Imports leave nothing to collect, and looking for it is a tenth of them."""


def main() -> None:
    """Run the command line; exit codes: 0 true or success, 1 false, 3 unknown, 2 input or usage error."""
    from verilab.cli.commands import forks_runs

    try:
        if forks_runs(sys.argv[1:]):
            # Before anything else is imported: the server of the forks loads its modules while this process loads its own.
            from verilab.verification.serving.processes import fork_server

            fork_server.start()
        gc.set_threshold(*RARE_COLLECTIONS)
        if sys.argv[1:2] == ["verify"]:  # the command that is used most
            from verilab.cli.direct import run
            from verilab.cli.verify import verify

            run(verify, sys.argv[2:])
        from verilab.cli.app import app

        app()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    finally:
        # What is left is freed with the process: without this the end of the interpreter costs as much as a third of the imports.
        # DuckDB would complain of what it cannot free.
        if "duckdb" not in sys.modules:
            gc.freeze()
