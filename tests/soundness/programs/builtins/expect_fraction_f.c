/* __builtin_expect takes a long: of .25 and .5 it is zero. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    double half = (x >> 31) * 0.25 + 0.25;
    if (!__builtin_expect(half, 1) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
