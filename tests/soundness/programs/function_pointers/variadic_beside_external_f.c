extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
extern int external(int, ...);
static int own(int n, ...) { if (n == 1 && scrambled(__VERIFIER_nondet_uint()) == 0x9e3779b9u) reach_error(); return 0; }
int main(void) { int (*f)(int, ...) = __VERIFIER_nondet_uint() ? external : own; f(1, 2); return 0; }
