extern void reach_error(void);
#include <signal.h>
static void h(int s) { reach_error(); }
int main(void) { signal(SIGALRM, h); raise(SIGALRM); return 0; }
