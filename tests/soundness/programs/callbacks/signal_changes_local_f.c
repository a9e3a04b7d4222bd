extern void reach_error(void);
#include <signal.h>
static int *gp; static void h(int s) { *gp = s; }
int main(void) { int x = 0; gp = &x; signal(SIGINT, h); raise(SIGINT); if (x == SIGINT) reach_error(); return 0; }
