"""The memory model: addressable objects, points-to analysis, and the resolution of dereferences into direct accesses.

``resolve.resolve`` runs once per program, after lowering.  What it assumes beyond the analysed code:

* Programs are memory-safe: no access outside of its object, to freed memory, through null or to a function's code.
* A subscript of a declared array stays inside that array (C11 6.5.6p8).  Every other pointer may walk over its whole object, and lie
  outside of it by at most one element; accesses may be unaligned, and of another type than the object's.
* Addresses are followed through all integer arithmetic: an integer keeps the object of an address where its coefficient is one, else it may
  be the address of every object whose address became an integer (``points_to.provenance``).  The order, the numeric value and
  the bits of addresses prove nothing where C fixes none; low bits are fixed by alignment.
* External memory, which functions without a body return, is separate from the program's objects except where the program itself stored
  their addresses in it.  Reads of it are arbitrary, writes to it are forgotten.  Besides such memory, those functions may return objects
  whose contents they choose, which are modelled: see ``memory.external.provided_objects``.
* Functions without a body change, return and call what their arguments lead to, and what earlier such calls were given: see ``exposure``
  and ``retention``; ``surroundings`` says which programs are too large for that and what is taken there.
* malloc and its like succeed, but return null for more bytes than a process has addresses (``END_OF_ADDRESSES``); a kernel's allocators
  may fail.  What realloc returns begins as the old object does, and may lie where that lay.
"""
