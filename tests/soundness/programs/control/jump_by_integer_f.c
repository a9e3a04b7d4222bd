extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void);
extern void longjmp(void *, int);
int main(void) {
  unsigned long at = __VERIFIER_nondet_ulong();
  if (at == 4 && at % 2) longjmp((void *)at, 1);
  if (at == 77) reach_error();
  return 0;
}
