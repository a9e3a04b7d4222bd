extern void reach_error(void);
#include <string.h>
int main(void) { if (!(strncmp("abcd", "abxx", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("b", "a", 0) == 0)) reach_error(); return 0; }
