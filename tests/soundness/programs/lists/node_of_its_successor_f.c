extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; int value; };
static void take_out_next(struct node *n) { *n = *n->next; }
int main(void) {
    int in = __VERIFIER_nondet_int();
    struct node c = {0, 3}, b = {&c, in}, a = {&b, 1};
    take_out_next(&a);
    if (a.value == in && a.next == &c) reach_error();
    return 0;
}
