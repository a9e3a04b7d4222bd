extern void reach_error(void);
int a[4] = {1, 2, 3, 4}; int *p = &a[1] + 1; int *q = a + 3; long d = (char *)&((struct { char c; int i; } *)0)->i - (char *)0; struct { int *r; } s = {&a[0]};
int main(void) { if (*p == 3 && q[-1] == 3 && d == 4 && *s.r == 1) reach_error(); return 0; }
