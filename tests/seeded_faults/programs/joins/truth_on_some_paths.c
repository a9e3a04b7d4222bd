int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), f = 0;
  if (x == 1) { f = 1; goto done; }
  if (x == 2) { f = 0; goto done; }
  if (x == 3) { f = y > 3; goto done; }
  f = y < 3;
done:
  if (x == 2) { holds(f == 0); }
  if (x == 3 && y > 3) { holds(f); }
  return 0;
}
