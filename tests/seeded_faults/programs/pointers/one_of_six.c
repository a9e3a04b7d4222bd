int main(void) {
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
  int *p = &a;
  int n = __VERIFIER_nondet_int();
  if (n == 1) p = &b;
  if (n == 2) p = &c;
  if (n == 3) p = &d;
  if (n == 4) p = &e;
  if (n == 5) p = &f;
  *p = 3;
  holds(a + b + c + d + e + f == 3 && (n != 5 || f == 3));
  return 0;
}
