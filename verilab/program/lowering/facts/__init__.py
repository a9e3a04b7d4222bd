"""What the syntax tree alone says: which expressions have effects, which variables change, which functions call which."""
