extern void reach_error(void);
int main(void) { int a = 1, b = 2; unsigned long p = (unsigned long)&a, q = (unsigned long)&b; p ^= q; q ^= p; p ^= q; *(int *)p = 20; *(int *)q = 10; if (a == 10 && b == 20) reach_error(); return 0; }
