"""The search for invariants of programs with linked objects: abstract heaps at loop heads (``program.abstract_heaps``).

Read ``search.py`` first; ``transfer.py`` is what one edge does to a heap, ``folding.py`` makes heaps finitely many.
"""
