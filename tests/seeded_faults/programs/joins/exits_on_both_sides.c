int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 0) {
    if (y > 5) return 0;
  } else {
    if (y < -5) return 0;
  }
  if (x > 0) { holds(y <= 5); }
  if (x <= 0) { holds(y >= -5); }
  return 0;
}
