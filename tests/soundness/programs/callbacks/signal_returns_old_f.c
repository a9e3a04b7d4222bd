extern void reach_error(void);
#include <signal.h>
static void h(int s) {}
int main(void) { void (*o)(int) = signal(SIGTERM, h); if (o == SIG_DFL && signal(SIGTERM, SIG_DFL) == h) reach_error(); return 0; }
