struct __attribute__((packed)) s { char c; int i; };
int main(void) {
  struct s a[2];
  a[0].i = 1; a[1].i = 2; a[1].c = 3;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 1) return 0;
  struct s *p = a + k;
  p->i += 10;
  holds(a[k].i == k + 11 && a[1].c == 3 && a[1 - k].i == 2 - k);
  return 0;
}
