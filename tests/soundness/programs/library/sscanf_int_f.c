extern void reach_error(void);
#include <stdio.h>
int main(void) { int a = 0, b = 0; int n = sscanf("12 34", "%d %d", &a, &b); if (n == 2 && a == 12 && b == 34) reach_error(); return 0; }
