int main(void) {
  int a = 1, b = 2;
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  *p = 7;
  if (p == &b) { holds(a == 1 && b == 7); }
  if (p == &a) { holds(a == 7 && b == 2); }
  return 0;
}
