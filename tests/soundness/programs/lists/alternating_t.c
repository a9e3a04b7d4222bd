#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned scrambled(unsigned h) {
  for (int round = 0; round < 64; round++) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; h = h * 1664525u + 1013904223u; }
  return h;
}
struct n { struct n *next, *prev; int data; };
static struct n *new(int data, struct n *next) { struct n *p = malloc(sizeof *p); p->data = data; p->next = next; p->prev = 0; return p; }
int main(void) {
  struct n *l = 0; int now = 0;
  while (__VERIFIER_nondet_int()) { l = new(now, l);  now = !now; }
  for (; l && l->next; l = l->next) if (l->data == l->next->data && scrambled(__VERIFIER_nondet_uint()) == 1525146039u) reach_error();
  return 0;
}
