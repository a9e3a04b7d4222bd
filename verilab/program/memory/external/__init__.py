"""What functions without a body may do to memory."""
