"""The memory model: addressable objects, points-to analysis, and the resolution of dereferences into direct accesses.

``resolve.resolve`` runs once per program, after lowering.  What it assumes beyond the analysed code:

* Programs are memory-safe: no access outside of its object, to freed memory, through null or to a function's code.
* Pointer arithmetic in steps of whole elements stays inside its array (C11 6.5.6p8), except that a pointer to characters that lead a
  structure may run over the whole object; accesses are aligned (6.3.2.3p7); a call through a pointer is of a function with the
  arguments' types (6.5.2.2p9); the sum of an object's address and an integer stays in the object.
* Addresses are not made by multiplication, division or remainder, nor by comparing; every other computation with them is followed.
* External memory, which functions without a body return, is separate from the program's objects except where the program itself
  stored their addresses in it, and gives them back as pointers, unsigned integers of pointer width, or bytes.  Reads of it are
  arbitrary, writes to it are forgotten.
* Allocation succeeds.
"""
