/* With a long of 32 bits, what __builtin_expect takes has lost the bit that is set. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    long long high = ((long long)x | 1) << 32;
    if (!__builtin_expect(high, 1) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
