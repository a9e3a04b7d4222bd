int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -8 || x >= 0) return 0;
  holds((x & 7) == x + 8 && (x | 7) == -1 && (x ^ -1) == -1 - x);
  return 0;
}
