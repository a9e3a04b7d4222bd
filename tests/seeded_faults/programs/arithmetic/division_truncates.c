int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -20 || x >= 20) return 0;
  int q = x / 7, r = x % 7;
  if (x == -15) { holds(q == -2 && r == -1); }
  return 0;
}
