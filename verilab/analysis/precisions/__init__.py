"""Precisions as files, in the formats of CPAchecker (component-based CEGAR: precisions are exchanged between verifiers as files).

A predicate map or a variable-tracking precision enters as text and leaves as increments of an analysis (``reading``); the precision of
an analysis enters and leaves as text (``writing``).  Read ``files`` first, which has both formats.
"""
