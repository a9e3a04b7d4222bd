extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int strcmp(const char *, const char *);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x * 2654435761u == 0x9e3779b9u && strcmp("a", "c") > 0) reach_error();
    return 0;
}
