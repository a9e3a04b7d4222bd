extern void reach_error(void);
static int c; static int nx(void) { return ++c; } static int pair(int a, int b) { return a * 10 + b; }
int main(void) { int a = nx(); int r = pair(a, pair(nx(), 3)); if (!(r == 33 && c == 2)) reach_error(); return 0; }
