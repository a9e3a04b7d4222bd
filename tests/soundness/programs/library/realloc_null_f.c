extern void reach_error(void);
#include <stdlib.h>
int main(void) { int *p = realloc(0, sizeof *p); if (p) { *p = 6; if (*p == 6) reach_error(); } return 0; }
