"""Random C programs in which many paths meet, and the comparison of their block formulas with concrete executions."""
