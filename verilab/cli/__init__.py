"""The command line: ``verilab verify | sweep | backends | strategies | families``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line; exit codes: 0 true or success, 1 false, 3 unknown, 2 input or usage error."""
    from verilab.cli.commands import forks_runs

    try:
        if forks_runs(sys.argv[1:]):
            # Before anything else is imported: the server of the forks loads its modules while this process loads its own.
            from verilab.verification.serving.processes import fork_server

            fork_server.start()
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
