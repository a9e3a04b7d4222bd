extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
  return h;
}
static void wide(double a) { }
static void narrow(a) float a; { if (a == 2 && scrambled(__VERIFIER_nondet_uint()) == 0x9e3779b9u) reach_error(); }
int main(void) { void (*f)() = __VERIFIER_nondet_uint() ? wide : narrow; f(2.0f); return 0; }
