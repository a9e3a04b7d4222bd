extern void reach_error(void);
#include <string.h>
int main(void) { size_t (*len)(const char *) = strlen; if (!(len("four") == 4)) reach_error(); return 0; }
