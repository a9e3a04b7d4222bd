"""Processes that verilab starts: one protocol for all of them, whoever starts them and however they begin.

A worker is a process at the other end of a ``Line`` (``lines.py``): typed messages each way, one JSON value a line (``messages.py``).  It
is spawned, as the solvers' workers are (``children.py``), or forked, as runs and their phases are; how it came to its end is an ``Ending``
(``endings.py``).  ``forks.py``: what forked processes do at their start, and what is made once before they are.
What is said over a line stands where it is said: ``verilab.solving.processes.messages``, ``verilab.verification.serving.messages`` and
``verilab.verification.phases.messages``.

Read first: ``lines.py``.
"""
