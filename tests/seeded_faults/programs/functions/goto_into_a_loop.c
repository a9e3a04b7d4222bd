int main(void) {
  int i = __VERIFIER_nondet_int(), n = 0;
  if (i < 0 || i > 3) return 0;
  goto inside;
  while (i < 3) {
    i++;
inside:
    n++;
  }
  holds(i == 3 && n >= 1 && n <= 4);
  return 0;
}
