extern void reach_error(void);
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a, z = v >> 2 << 2; return z != v; }
int main(void) { c = d; if (moved(p) || moved(q)) reach_error(); return c; }
