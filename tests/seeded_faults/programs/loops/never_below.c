int main(void) {
  int x = 5, y = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    if (x < 100) x = x + 2;
    if (y > 0) y = 0;
  }
  holds(x >= 5 && x <= 101);
  return 0;
}
