"""GNU C beyond the standard: assembly, addresses of labels, functions inside functions, what runs at the ends of scopes and programs."""
