extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 1;
  if (y - x != 1) reach_error();
  if (x == 2147483647u && y == 0) reach_error();
  return 0;
}
