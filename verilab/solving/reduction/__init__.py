"""What is around every interpolation engine: partitions made smaller before it, interpolants made simpler after it."""
