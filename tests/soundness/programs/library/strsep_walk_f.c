extern void reach_error(void);
#define _DEFAULT_SOURCE
#include <string.h>
int main(void) { char b[8] = "a:b"; char *p = b; char *q = strsep(&p, ":"); if (q == b && p == b + 2 && b[1] == 0) reach_error(); return 0; }
