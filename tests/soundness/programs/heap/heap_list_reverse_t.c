extern void reach_error(void);
#include <stdlib.h>
struct N { int v; struct N *n; };
int main(void) { struct N *h = 0; for (int i = 1; i <= 3; i++) { struct N *x = malloc(sizeof *x); if (!x) return 0; x->v = i; x->n = h; h = x; } struct N *r = 0; while (h) { struct N *t = h->n; h->n = r; r = h; h = t; } if (!(r->v == 1 && r->n->v == 2 && r->n->n->v == 3)) reach_error(); return 0; }
