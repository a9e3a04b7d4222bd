int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 10 || y < 0 || y > 10) return 0;
  int d = x - y;
  if (d == -10) { holds(x == 0 && y == 10); }
  if (x + 3 < y + 1) { holds(x <= 7); }
  return 0;
}
