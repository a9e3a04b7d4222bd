"""Executions against a proof: runs of the automaton on random inputs and on inputs steered into branches that no run has taken."""
