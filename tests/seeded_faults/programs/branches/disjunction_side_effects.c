int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  int r = x > 0 || (n = 5, 0);
  if (x > 0) { holds(n == 0 && r == 1); }
  if (x <= 0) { holds(n == 5 && r == 0); }
  return 0;
}
