extern void reach_error(void);
#include <alloca.h>
int main(void) { int *p[3]; for (int i = 0; i < 3; i++) { p[i] = alloca(sizeof(int)); *p[i] = i; } if (*p[0] == 0 && *p[2] == 2 && p[0] != p[1]) reach_error(); return 0; }
