/* What is assumed becomes the int of the prototype first: bits above 32, and fractions, are lost. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 5) {
        __VERIFIER_assume((unsigned long long)x << 32);
        reach_error();
    }
    __VERIFIER_assume(0.25);
    reach_error();
    return 0;
}
