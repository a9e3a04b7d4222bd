extern void reach_error(void);
#include <string.h>
int main(void) { if (strspn("aabbc", "ab") == 4 && strcspn("hello", "l") == 2) reach_error(); return 0; }
