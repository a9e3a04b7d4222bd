"""From the syntax of declarations to C types.

The files of this room call each other, as the syntax of types is recursive: a structure's members are declarations, declarations have
attributes, and attributes (``aligned(sizeof(T))``, ``vector_size``) speak about types.
"""
