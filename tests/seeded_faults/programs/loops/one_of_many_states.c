int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x == 0 && y == 0) x = 1;
    else if (x == 1 && y == 0) y = 1;
    else if (x == 1 && y == 1) x = 2;
    else if (x == 2) { y = 0; }
  }
  if (y == 1) { holds(x == 1 || x == 2); }
  return 0;
}
