"""One run: from a configuration to its parts, in a process of its own, phase by phase to certified verdicts."""
