"""Graphs whose nodes refinements label with formulas, where no abstraction is computed (VMCAI'12, IMPACT)."""
