extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice();
int calls(int n) { return twice(n) + twice(n, n + 1) + once(n, 5); }
int twice(int n) { return n + n; }
int once(int n) { return n; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    if (calls(n) == 5 * n) reach_error();
    return 0;
}
