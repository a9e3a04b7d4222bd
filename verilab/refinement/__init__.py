"""The refinement loop: an infeasible error path comes in, what its strategy learns from it goes into the precision or the model.

Read ``loop`` first (thesis Algorithm 3.1), then ``operators``: what rank, propose, select and apply are given and give.  What there is
to learn is collected in ``provident`` and narrowed down in ``contenders``; ``choice`` and ``scores`` select.  A ``strategy`` is four
operators, found by name in ``registry``, the papers' by the names in ``presets``; what watches a run stands in ``statistics`` and ``log``.
A verdict with its evidence comes out (``verdicts``).
"""
