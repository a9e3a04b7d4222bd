extern void reach_error(void);
#include <string.h>
int main(void) { char b[8] = "ab=c"; *strpbrk(b, ";=") = 0; if (!(strlen(b) == 2)) reach_error(); return 0; }
