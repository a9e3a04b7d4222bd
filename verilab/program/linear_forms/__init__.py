"""Linear combinations of variables as variables of their own: inputs cancel in them, whatever they are."""
