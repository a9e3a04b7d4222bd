int main(void) {
  int v = 0, seen = 0;
  for (int n = 0; n < 3; n++) {
    if (v == 6) seen = 1;
    v = __VERIFIER_nondet_int();
    if (10 - v != 4) v = 0;
  }
  if (seen) { holds(seen == 1); }
  return 0;
}
