extern void reach_error(void);
struct P { int a; };
static char c = 1; static struct P p = {1}; static char d = 2; static struct P q = {1};
int main(void) { if (((unsigned long)&p & 3) || ((unsigned long)&q & 3)) reach_error(); return c + d; }
