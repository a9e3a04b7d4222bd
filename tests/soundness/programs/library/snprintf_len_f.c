extern void reach_error(void);
#include <stdio.h>
int main(void) { char b[4]; int n = snprintf(b, sizeof b, "%d", 12345); if (n == 5 && b[2] == '3' && b[3] == 0) reach_error(); return 0; }
