"""BenchExec: it runs verilab by the tool-info module ``tool``; its result files are rows of ours, and ours are files of its."""
