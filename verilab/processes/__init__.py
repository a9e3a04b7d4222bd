"""Processes that verilab starts: one protocol for all of them, whoever starts them and however they begin.

A worker is a process at the other end of a ``Line`` (``lines.py``): typed messages each way, one JSON value a line (``messages.py``).  It
is spawned, as the solvers' workers are (``children.py``), or forked: from this process, as the phases of a run are (``forked.py``), or from
a server, as runs are.  How it came to its end is an ``Ending`` (``endings.py``).  ``forks.py``: what forked processes do at their start,
and what is made once before they are.  What is said over a line stands where it is said: in ``messages.py`` of
``verilab.solving.processes``, ``verilab.verification.serving`` and ``verilab.verification.phases``.

Read first: ``lines.py``.
"""
