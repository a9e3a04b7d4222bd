int main(void) {
  int a[3] = {0, 0, 0}, seen = 0;
  for (int n = 0; n < 3; n++) {
    if (a[1] == 7) seen = 1;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2) i = 0;
    a[i] = 7;
  }
  if (seen) { holds(a[1] == 7); }
  return 0;
}
