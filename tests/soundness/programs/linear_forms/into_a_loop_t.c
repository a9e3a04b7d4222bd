extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  if (__VERIFIER_nondet_int()) goto middle;
  while (__VERIFIER_nondet_int()) {
    y = x;
  middle:
    x += 2;
    if (x == y + 4) reach_error();
  }
  return 0;
}
