int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -20 || x >= 0) return 0;
  int q = x / 7, r = x % 7;
  holds(x == 7 * q + r && r > -7 && r <= 0 && q >= -2);
  return 0;
}
