"""Resolution: dereferences become direct accesses to what their pointers may point to."""
