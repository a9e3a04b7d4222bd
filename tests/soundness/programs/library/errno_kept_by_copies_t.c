#include <errno.h>
#include <string.h>
extern void reach_error(void);
int main(void) { char a[4] = "abc", b[4]; errno = 5; memcpy(b, a, 4); if (strlen(b) != 3 || errno != 5) reach_error(); return 0; }
