extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct S { int a, b; };
int main(void) { struct S s = {1, 2}, t = {3, 4}, u; if (__VERIFIER_nondet_int()) u = s; else u = t; if (__VERIFIER_nondet_int()) { int x = u.a; u.a = u.b; u.b = x; } if (!(u.a + u.b == 3 || u.a * u.b == 12)) reach_error(); return 0; }
