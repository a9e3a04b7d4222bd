"""Linear constraints over exact numbers: normal forms, feasibility with Farkas certificates, Fourier-Motzkin."""
