extern void reach_error(void);
static int f(void) { return 1; } static int g(void) { return 2; } static void set(int (**pp)(void)) { *pp = g; }
int main(void) { int (*p)(void) = f; set(&p); if (!(p() == 2 && p != f)) reach_error(); return 0; }
