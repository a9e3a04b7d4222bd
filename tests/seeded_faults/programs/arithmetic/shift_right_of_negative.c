int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -64 || x >= 0) return 0;
  int y = x >> 2;
  holds(y < 0 && y >= -16);
  return 0;
}
