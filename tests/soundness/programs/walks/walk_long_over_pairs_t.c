extern void reach_error(void);
struct P { int lo, hi; };
int main(void) { struct P v[3] = {{1, 2}, {3, 4}, {5, 6}}; unsigned long *q = (unsigned long *)v; unsigned long s = 0; for (int i = 0; i < 3; i++) s += q[i] >> 32; if (!(s == 12)) reach_error(); return 0; }
