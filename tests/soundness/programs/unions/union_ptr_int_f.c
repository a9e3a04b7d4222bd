extern void reach_error(void);
union P { int *p; unsigned long u; };
int main(void) { int a[2] = {1, 2}; union P x; x.p = a; x.u += 4; *x.p = 8; if (a[1] == 8 && a[0] == 1) reach_error(); return 0; }
