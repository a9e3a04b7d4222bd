int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 5 && b < 3) { holds(a != b); }
  return 0;
}
