"""The predicate analysis: boolean and cartesian predicate abstraction of blocks over BDDs (thesis §2.3, SPIN'15 §4, VMCAI'12 §2)."""
