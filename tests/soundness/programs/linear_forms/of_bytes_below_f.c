extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uint(), y = x + 250;
  if (x == y + 6) reach_error();
  return 0;
}
