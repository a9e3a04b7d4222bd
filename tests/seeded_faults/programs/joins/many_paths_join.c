int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 1) { y = 10; goto done; }
  if (x == 2) { y = 20; goto done; }
  if (x == 3) { y = 30; goto done; }
  if (x > 3) { y = x; goto done; }
  y = -1;
done:
  if (x == 2) { holds(y == 20); }
  return 0;
}
