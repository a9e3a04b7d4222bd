extern void reach_error(void);
#include <string.h>
int main(void) { char b[16] = "one two"; char *p = strstr(b, "two"); p[1] = 'o'; if (b[5] == 'o' && p - b == 4) reach_error(); return 0; }
