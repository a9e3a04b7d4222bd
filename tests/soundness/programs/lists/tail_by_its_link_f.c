#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct n { int v; struct n *next; int w; };
int main(void) {
  struct n **tail, *h = 0; int c = 0; tail = &h; while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x);
  x->v = ++c == 3 ? 0 : 1; x->next = 0; *tail = x; tail = &x->next; } for (struct n *p = h; p;
  p = p->next) if (p->v != 1) reach_error(); return 0; }
