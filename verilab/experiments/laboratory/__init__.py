"""The laboratory: sweeps, and experiments that run on this machine or on many and are resumed after any kill (``campaign``)."""
