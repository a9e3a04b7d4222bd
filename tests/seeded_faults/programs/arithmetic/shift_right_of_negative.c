int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -64 || x >= 0) return 0;
  int y = x >> 2;
  if (x == -9) { holds(y == -3); }
  return 0;
}
