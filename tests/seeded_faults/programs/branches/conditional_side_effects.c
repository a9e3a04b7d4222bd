int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0, m = 0;
  int r = x > 3 ? n++ : --m;
  if (x > 3) { holds(r == 0 && n == 1 && m == 0); }
  if (x <= 3) { holds(r == -1 && n == 0); }
  return 0;
}
