#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { errno = 7; int *p = &errno; long x = strtol("99", 0, 10); if (errno != 7 || *p != 7 || x != 99) reach_error(); return 0; }
