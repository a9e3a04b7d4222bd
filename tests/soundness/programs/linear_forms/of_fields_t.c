extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct pair { unsigned first, second; } both;
static void step(struct pair *p) { p->second = p->first; p->first++; }
int main(void) {
  both.first = __VERIFIER_nondet_uint();
  step(&both);
  while (__VERIFIER_nondet_int()) step(&both);
  if (both.first - both.second == 0) reach_error();
  return 0;
}
