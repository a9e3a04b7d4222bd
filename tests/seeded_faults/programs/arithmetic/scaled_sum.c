int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  int y = 3 * (x + 5), z = (x + 9) - (x + 2), w = x + 4;
  if (x == 10) { holds(y == 45 && z == 7); }
  if (w + 2 < x + 7) { holds(w == x + 4); }
  return 0;
}
