extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static unsigned calls; static int next(void) { calls++; return 0; }
int main(void) { unsigned x = __VERIFIER_nondet_uint(); unsigned long size = sizeof(char[(next(), 2)]); if (x * 2654435761u == 0x9e3779b9u && size == 2 && calls == 1) reach_error(); return 0; }
