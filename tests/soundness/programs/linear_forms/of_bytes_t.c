extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uint(), y = x + 250;
  if ((unsigned char)(y - x) != 250) reach_error();
  if (y == x + 251) reach_error();
  return 0;
}
