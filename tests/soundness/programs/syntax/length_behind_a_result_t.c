extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = n;
    if (n < 0 || n > 1000) return 0;
    (int (*(*)(void))[++n])0;
    int (*(*rows)(void))[n++] = 0;
    if (!(!rows && n == m + 2)) reach_error();
    return 0;
}
