extern void reach_error(void);
#include <stdlib.h>
int main(void) { char s[] = "15kg"; char *e; long v = strtol(s, &e, 10); if (v == 15 && e == s + 2 && *e == 'k') reach_error(); return 0; }
