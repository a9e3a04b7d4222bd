"""``verilab benchexec``: result files and benchmark definitions of BenchExec."""
