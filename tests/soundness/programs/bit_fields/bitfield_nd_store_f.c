extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct F { unsigned a : 5; int b : 3; };
int main(void) { struct F f; int x = __VERIFIER_nondet_int(); f.a = x; f.b = x; if (f.a == (x & 31u) && f.b >= -4 && f.b <= 3 && (f.b & 7) == (x & 7)) reach_error(); return 0; }
