int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 10) {
    if (x >= 10) {
      holds(x == 10);
    }
  }
  return 0;
}
