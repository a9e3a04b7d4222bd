int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 7) {
    if (y > 7) return 0;
  }
  if (x <= 7 && y > 9) { holds(x != y); }
  return 0;
}
