"""Programs whose proof is about control states: rules, features, threads, locks."""
