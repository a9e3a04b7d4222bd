"""Our runs beside a paper's figures: which tasks count, what each row achieved, how rows differ, and the text that tells it."""
