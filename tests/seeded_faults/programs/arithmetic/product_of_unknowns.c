int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 1 || y < 2 || y > 9) return 0;
  int p = x * y;
  holds((x == 0 && p == 0) || (x == 1 && p == y));
  return 0;
}
