"""The programs of the papers, in any size."""
