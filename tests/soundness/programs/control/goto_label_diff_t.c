extern void reach_error(void);
static long go(void) { static const int off[] = { &&a - &&a, &&b - &&a, &&c - &&a }; int i = 1; long r = 0; goto *(&&a + off[i]); a: r += 1; b: r += 10; if (r < 15) goto *(&&a + off[0]); c: r += 100; return r; }
int main(void) { if (!(go() == 121)) reach_error(); return 0; }
