int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) x = x + 1; else if (x < 0) x = -x / 2;
  if (x > 100) { holds(x != 1); }
  return 0;
}
