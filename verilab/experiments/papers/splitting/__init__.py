"""VMCAI'12 and Spiessl 2017: the tables of refinements that split, slice, strengthen and cover."""
