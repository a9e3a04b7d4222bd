extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned token = __VERIFIER_nondet_uint(), local = token;
  int state = 0;
  while (__VERIFIER_nondet_int()) {
    if (state < 3) { token += 1; state++; }
    else { if (token == local + 3) reach_error(); local = token; state = 0; }
  }
  return 0;
}
