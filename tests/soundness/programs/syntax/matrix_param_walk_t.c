extern void reach_error(void);
static int tr(int n, const int (*m)[3]) { int s = 0; for (int i = 0; i < n; i++) s += m[i][i]; return s; }
int main(void) { int m[3][3]; int *p = *m; for (int i = 0; i < 9; i++) *p++ = i; if (!(tr(3, m) == 12)) reach_error(); return 0; }
