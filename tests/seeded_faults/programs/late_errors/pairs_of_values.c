int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x == 0) { x = 1; y = 1; }
    else if (x == 1 && y == 1) { y = 2; }
    else if (y == 2) { x = 2; y = 0; }
  }
  if (x == 2) { holds(y == 0); }
  return 0;
}
