"""Notebooks: a verification with its refinements at hand, and what results and refinements look like as HTML."""
