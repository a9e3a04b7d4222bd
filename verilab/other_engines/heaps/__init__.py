"""The search for invariants of programs with lists and trees in allocated memory: abstract heaps at loop heads (``program.abstract_heaps``).

Read ``search.py`` first; ``transfer.py`` is what one edge does to a heap, ``folding.py`` makes heaps finitely many.
"""
