"""Transfer relations compiled to Python source: the engines that run them (``chains``, single ``edges``) and how the source is made.

A control graph, a precision and a layout of states come in, functions from a state to its successors come out; they agree with
``verilab.analysis.value.strongest_post``, which is tested.  Read ``chains`` first, then ``section``: the part of the graph that one
function covers.  ``steps``, ``translation`` and ``text`` write it under ``static_knowledge``, ``emission`` gives it structure, ``replay``
says which edges a run of it passed.
"""
