#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { errno = 0; long x = strtol("99999999999999999999", 0, 10); if (errno == ERANGE && x > 0) reach_error(); return 0; }
