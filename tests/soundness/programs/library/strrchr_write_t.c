extern void reach_error(void);
#include <string.h>
int main(void) { char b[8] = "a/b/c"; char *p = strrchr(b, '/'); *p = 0; if (!(b[3] == 0 && b[1] == '/')) reach_error(); return 0; }
