int main(void) {
  int a = 1, b = 2;
  int n = __VERIFIER_nondet_int();
  int *p = n > 4 ? &a : &b;
  holds(*p == (n > 4 ? 1 : 2));
  return 0;
}
