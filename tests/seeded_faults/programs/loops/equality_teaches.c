int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = 0;
  if (x - 3 != 4) return 0;
  if (10 - y != 4) return 0;
  for (int i = 0; i < x; i++) n += 2;
  holds(n == 14 && y == 6);
  return 0;
}
