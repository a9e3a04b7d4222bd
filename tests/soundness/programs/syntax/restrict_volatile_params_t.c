extern void reach_error(void);
static void ad(int *restrict a, const volatile int *restrict b, int n) { while (n--) a[n] += b[n]; }
int main(void) { int x[2] = {1, 2}, y[2] = {10, 20}; ad(x, y, 2); if (!(x[1] == 22 && x[0] == 11)) reach_error(); return 0; }
