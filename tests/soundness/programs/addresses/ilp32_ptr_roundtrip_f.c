extern void reach_error(void);
struct N { struct N *n; int v; };
int main(void) { struct N b = {0, 2}, a = {&b, 1}; unsigned u = (unsigned)a.n; long l = (long)u; ((struct N *)l)->v = 7; if (b.v == 7 && sizeof(struct N) == 8) reach_error(); return 0; }
