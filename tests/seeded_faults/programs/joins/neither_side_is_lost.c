int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x > 0) y = 1; else y = 2;
  if (x <= 0) { holds(y == 2); }
  return 0;
}
