extern void reach_error(void);
#include <string.h>
int main(void) { char b[6] = "abc"; char *e = strchr(b, 0); *e++ = 'd'; *e = 0; if (!(strcmp(b, "abcd") == 0)) reach_error(); return 0; }
