extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int table[256];
static int at(const int *p, signed char c) { return p[(unsigned char)c]; }
int main(void) {
    int in = __VERIFIER_nondet_int();
    signed char c = (signed char)(in | 0xf0);
    table[c + 256] = 7;
    if (at(table, c) == 7) reach_error();
    return 0;
}
