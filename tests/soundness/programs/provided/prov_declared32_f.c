extern void reach_error(void); extern int a[20000], b[20000], c[20000]; extern unsigned k(void);
int main(void) { unsigned i = k() % 20000; a[16384] = 7; a[i] = 8; if (a[16384] == 8) reach_error(); return 0; }
