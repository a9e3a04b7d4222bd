int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
  if (x > 0) {
    if (y > 0) z = 1; else z = 2;
    z = z + 10;
  } else {
    z = 5;
  }
  if (x > 0 && y <= 0) { holds(z == 12); }
  return 0;
}
