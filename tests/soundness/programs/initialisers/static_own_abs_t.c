extern void reach_error(void);
static int abs(int x) { return x + 1; }
int main(void) { if (!(abs(-3) == -2)) reach_error(); return 0; }
