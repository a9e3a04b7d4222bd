extern void reach_error(void);
static int one(void) { return 1; } static int two(void) { return 2; }
static struct { const char *n; int (*f)(void); } t[] = {{.f = two, .n = "2"}, {"1", &one}};
int main(void) { if (t[0].f() == 2 && (*t[1].f)() == 1 && t[1].n[0] == '1') reach_error(); return 0; }
