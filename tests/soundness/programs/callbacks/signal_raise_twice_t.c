extern void reach_error(void);
#include <signal.h>
static volatile sig_atomic_t n; static void h(int s) { n += s; }
int main(void) { signal(SIGTERM, h); raise(SIGTERM); if (!(n == 15)) reach_error(); return 0; }
