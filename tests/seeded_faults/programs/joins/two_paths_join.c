int main(void) {
  int x = __VERIFIER_nondet_int(), y = 3;
  if (x > 0) y = 4;
  if (x > 0) { holds(y == 4); }
  return 0;
}
