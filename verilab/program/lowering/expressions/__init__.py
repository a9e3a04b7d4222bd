"""Expressions: values, places, operators, conditions and assignments.

The recursion over the syntax tree goes through the Context, which finds the lowering of a node by its class: to a value, to a value that is
consumed at once, to an effect, to a place.  ``operators``, ``vectors`` and ``assignments`` call each other directly, as C defines them by
each other: an operator on gcc's vectors is that operator on each element, assigned to the element of the result, and assigning converts.
"""
