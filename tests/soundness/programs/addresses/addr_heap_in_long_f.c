extern void reach_error(void);
#include <stdlib.h>
int main(void) { int *h = malloc(8); if (!h) return 0; h[0] = 0; h[1] = 1; long l = (long)h; int *k = (int *)(l + 4); *k = 5; if (h[1] == 5) reach_error(); return 0; }
