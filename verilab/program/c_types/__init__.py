"""C's type system: types, conversions and the layout of structures."""
