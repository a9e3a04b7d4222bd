"""Any solver that speaks SMT-LIB 2 over a pipe: ``backend`` describes one, the other files serve it."""
