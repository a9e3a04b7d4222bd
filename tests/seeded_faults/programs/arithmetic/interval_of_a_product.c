int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < -3 || x > 2 || y < 4 || y > 5) return 0;
  int p = x * 7, q = x - y;
  if (p < -20) { holds(x == -3); }
  if (q <= -8) { holds(x == -3); }
  return 0;
}
