int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -20 || x >= 20) return 0;
  int q = x / -3;
  if (x == 8) { holds(q == -2); }
  return 0;
}
