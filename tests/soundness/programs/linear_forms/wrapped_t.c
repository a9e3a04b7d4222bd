extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 4294967295u;
  if (__VERIFIER_nondet_int()) x += 2147483648u, y -= 2147483648u;
  if (y + 2 == x) reach_error();
  return 0;
}
