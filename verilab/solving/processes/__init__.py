"""Backends in processes of their own, behind the same protocols; nothing is imported here, as ``main`` shuts modules out first.

A question goes in as terms, which ``shared_terms`` names once for both sides, and leaves as one typed message (``messages``); what comes
back are the same outcomes as from a backend in this process, or why the worker died.  Read ``backend`` first, what the run holds; its
``session`` and ``interpolator`` ask over one ``border``, ``process`` starts and kills; ``main`` and ``server`` run in the worker.
"""
