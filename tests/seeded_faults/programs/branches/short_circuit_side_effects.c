int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x > 0 && ++n) n += 10;
  if (x <= 0) { holds(n == 0); }
  return 0;
}
