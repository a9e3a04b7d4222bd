"""The queries of a run: counted (``statistics``), recorded as SMT-LIB files that can be asked again (``recorder``), and read from files.

Observers of procedures are told formulas and outcomes, and files come out; files come in, and queries over an environment come out.  Read
``files`` first, our own format; ``dialects`` are the questions in other solvers' tests, over ``scripts`` or in ``princess``' language.
"""
