extern void reach_error(void);
union u { _Bool b[4]; unsigned i; };
int main(void) { union u u; u.i = 0xffffffff; u.b[2] = 0; u.b[0] = 1; if ((u.i == 0xff00ff01)) reach_error(); return 0; }
