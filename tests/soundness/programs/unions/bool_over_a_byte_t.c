extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
union u { _Bool b; unsigned char c; int i; };
int main(void) { union u u; u.i = 0x1234; u.b = __VERIFIER_nondet_bool(); if (!(u.c == u.b && (u.i & 0xff00) == 0x1200)) reach_error(); return 0; }
