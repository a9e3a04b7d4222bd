extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
union u { struct { int a : 1; unsigned b : 1; } s; unsigned char c; };
struct n { union u u; struct n *next; };
int main(void) {
    struct n *l = 0;
    while (__VERIFIER_nondet_uint()) { struct n *p = malloc(sizeof *p); p->u.c = 0; p->u.s.a = -1; p->next = l; l = p; }
    unsigned x = __VERIFIER_nondet_uint();
    for (struct n *p = l; p; p = p->next) if (x * 2654435761u == 0x9e3779b9u && (p->u.c != 1)) reach_error();
    return 0;
}
