extern void reach_error(void);
static char c = 1; static char p[6] = {1}; static char d = 2; static char q[6] = {1};
static int moved(char *a) { unsigned long v = (unsigned long)a, z = v + 4; return z - 4 != v; }
int main(void) { c = d; if (moved(p) || moved(q)) reach_error(); return c; }
