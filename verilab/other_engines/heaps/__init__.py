"""The search for invariants of programs with linked objects: abstract heaps at loop heads (``program.abstract_heaps``).

Read ``search.py`` first; ``transfer.py`` is what one edge does to a heap, ``expressions.py`` what values are in one, ``folding.py`` makes
heaps finitely many.
"""
