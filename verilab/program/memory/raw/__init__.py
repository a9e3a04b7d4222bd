"""Raw nodes: addresses, dereferences and memory operations, which exist between lowering and ``resolve`` only.

The front end builds ordinary expressions and edges with these nodes inside; ``verilab.program.memory.resolution.resolve`` then replaces
every one of them, so that no later component meets them.  The constructors ``address_of``, ``load`` and so on return them under
the types ``Expression`` and ``Operation``; walk a raw expression with ``raw_postorder``, never with ``expressions.postorder``.

Contracts for the front end:

* An address is an unsigned integer of pointer width; pointer arithmetic is in bytes, ``p + i * stride``.
  Do not fold an ``AddressOf`` into a ``Constant``; ``AddressOf(x, 4)`` for ``&x + 4 bytes`` is welcome.
* Direct accesses to variables, fields and array elements are ``Read``, ``Select``, ``Assign``, ``Store``.  A direct access that fits no
  cell (a union member) is ``load(address_of(u, offset), type)``.
* Arithmetic on pointers is ``element_address``, ``displaced`` and ``pointer_difference``; ordinary ``+`` and ``-`` are those of integers,
  either operand of which may hold the address.
* Assigning the address of anything, also inside an integer, is an ordinary ``Assign``: the points-to analysis follows it.  Where
  the front end drops a value that may contain a pointer (a float cast, an unmodelled store), it emits ``escape`` for it.
* A pointer-typed ``Nondet`` may point to external memory; an uninitialised one is assumed to be assigned before it is dereferenced,
  and is external where nothing else is ever assigned to it.
"""
