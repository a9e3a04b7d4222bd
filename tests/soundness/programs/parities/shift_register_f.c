extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = 1; while (__VERIFIER_nondet_int()) { x = x >> 1 ^ (x & 1 ? 0xB8 : 0); }
  if (x == 0x5a) reach_error(); return 0; }
