extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
int main(void) { unsigned long n = __VERIFIER_nondet_uint(); void *p; if (n && n < 100000000 && (p = malloc(n - 1)) && n * 2654435761u == 2654435761000u) reach_error(); return 0; }
