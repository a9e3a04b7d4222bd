#include <errno.h>
extern void reach_error(void);
extern int outside(void) __attribute__((pure));
int main(void) { errno = 0; if (outside() < 0 && errno == EINTR) reach_error(); return 0; }
