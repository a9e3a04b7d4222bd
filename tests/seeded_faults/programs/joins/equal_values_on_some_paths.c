int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 1) { y = 10; goto done; }
  if (x == 2) { y = 20; goto done; }
  if (x == 3) { y = 10; goto done; }
  if (x == 4) { y = 30; goto done; }
  if (x == 2 || x == 5) { y = 20; goto done; }
  y = 7;
done:
  if (x == 1 || x == 3) { holds(y == 10); }
  if (x == 2 || x == 5) { holds(y == 20); }
  if (x > 5) { holds(y == 7); }
  return 0;
}
