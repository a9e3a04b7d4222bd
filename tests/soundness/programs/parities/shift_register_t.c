extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned short x = 1; while (__VERIFIER_nondet_int()) { x = x >> 1 ^ (x & 1 ? 0xB400 : 0); }
  if (x == 0) reach_error(); return 0; }
