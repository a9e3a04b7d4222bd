extern void reach_error(void);
static int sum(const void *v, int n, int w) { int s = 0; for (int i = 0; i < n; i++) s += w == 1 ? ((const signed char *)v)[i] : w == 2 ? ((const short *)v)[i] : ((const int *)v)[i]; return s; }
int main(void) { signed char c[3] = {1, -2, 3}; short h[2] = {300, -1}; int i[2] = {70000, 1}; if (!(sum(c, 3, 1) == 2 && sum(h, 2, 2) == 299 && sum(i, 2, 4) == 70001)) reach_error(); return 0; }
