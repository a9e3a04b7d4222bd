"""What a run is: a task and a configuration go in, certified verdicts come out.

``verification.py`` is the run in this process: front end, analyses phase by phase, evidence; read it first.  ``configuration.py`` says what
can be chosen, ``phases/plan.py`` makes phases of it, ``isolated.py`` runs one in a process of its own, and ``schema`` is what a run leaves:
results, refinements, queries.  ``validation`` judges other tools' witnesses by the same engines.  Nothing here knows of comparisons between
runs: that is ``verilab.experiments``, which imports this room and is never imported by it.
"""
