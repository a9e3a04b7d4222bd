"""How a worker starts: ``python -m verilab.solving.processes.main FACTORY MEGABYTES EXCLUDED``.

``FACTORY`` is ``module:attribute`` of a function that makes the backend; ``MEGABYTES`` limits the address space (0: no limit);
``EXCLUDED`` are modules, separated by commas, that cannot be imported in this process: pySMT imports z3 where it finds it, and some
engines must not share a process with it.  Therefore nothing of pySMT is imported before they are shut out.
"""

from __future__ import annotations

import sys

from verilab.processes.forks import die_with_parent


def main() -> None:
    """Serve one backend until standard input ends."""
    die_with_parent()
    factory, megabytes, excluded = sys.argv[1:4]
    for name in filter(None, excluded.split(",")):
        sys.modules[name] = None  # type: ignore[assignment]  # what Python takes for "cannot be imported"

    from verilab.solving.processes.server import run

    run(factory, int(megabytes))


if __name__ == "__main__":
    main()
