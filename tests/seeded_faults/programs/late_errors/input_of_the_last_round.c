int main(void) {
  int v = 0, w = 0, seen = 0;
  for (int n = 0; n < 3; n++) {
    if (v == 7 && w == 8) seen = 1;
    v = __VERIFIER_nondet_int();
    if (v > 100) v = 0;
    w = v + 1;
  }
  if (seen) { holds(seen == 1); }
  return 0;
}
