int main(void) {
  unsigned int d = __VERIFIER_nondet_uint();
  if (d < 1 || d > 4) return 0;
  unsigned int y = 3u << d;
  holds(y >= 6 && y <= 48 && y % 2 == 0);
  return 0;
}
