#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int v; };
int main(void) {
  struct n *h = malloc(sizeof *h); h->v = 0; h->next = h; while (__VERIFIER_nondet_int()) {
  struct n *x = malloc(sizeof *x); x->v = 0; x->next = h->next; h->next = x; } h->next->v = 3;
  if (h->v == 3) reach_error(); return 0; }
