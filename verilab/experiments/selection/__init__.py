"""What refinement selection itself costs."""
