extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a[2], x = __VERIFIER_nondet_uint();
  int i = __VERIFIER_nondet_int();
  a[0] = x; a[1] = x + 1;
  if (i == 1 || i == 0) {
    x += 1;
    if (a[i] == x + 1) reach_error();
  }
  return 0;
}
