extern void reach_error(void);
static int impl(int x) { return x * 3; } int pub(int x) __attribute__((weak, alias("impl")));
int main(void) { if (pub(4) == 12) reach_error(); return 0; }
