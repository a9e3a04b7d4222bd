"""The memory model: addressable objects, points-to analysis, and the resolution of dereferences into direct accesses."""
