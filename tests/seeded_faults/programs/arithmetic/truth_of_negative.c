int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x >= 0) return 0;
  int y = x - 5000 + 1000;
  if (x > -1000) {
    if (y) n = 1;
    holds(n == 1);
  }
  return 0;
}
