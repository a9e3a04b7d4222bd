int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < -3 || x > 2 || y < -5 || y > 4) return 0;
  int p = 3 * x, q = x - y;
  if (x == -3) { holds(p == -9); }
  if (x == -3 && y == 4) { holds(q == -7); }
  return 0;
}
