"""Several interpolation procedures as one: one after the other (``portfolio``) or all at the same time (``race``)."""
