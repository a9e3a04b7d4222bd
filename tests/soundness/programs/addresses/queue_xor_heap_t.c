extern void reach_error(void);
#include <stdlib.h>
struct X { int v; unsigned long l; };
int main(void) { struct X *a = malloc(sizeof *a), *b = malloc(sizeof *b); if (!a || !b) return 0; a->v = 1; b->v = 2; a->l = (unsigned long)b ^ 0; b->l = (unsigned long)a ^ 0; ((struct X *)(a->l))->v += 5; if (!(b->v == 7)) reach_error(); return 0; }
