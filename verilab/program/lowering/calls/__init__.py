"""Calls and the instances of functions that they enter: arguments, results, variable arguments, the recursion bound."""
