"""The check of invariants that are abstract heaps (``program.abstract_heaps``), which shares nothing with their search but what they mean.

Read ``check.py`` first; ``sketches.py`` is what operations do to a heap, ``evaluation.py`` what expressions are on it,
``inclusion.py`` whether a heap describes all that another does.
"""
