/* What is assumed becomes the int of the prototype first: the low bits decide. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(((unsigned long long)x << 32) + 3);
    __VERIFIER_assume(1.75);
    if (x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
