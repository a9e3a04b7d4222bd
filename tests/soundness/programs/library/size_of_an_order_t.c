extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int strcmp(const char *, const char *);
int main(void) {
    char a[] = "a", c[] = "c";
    unsigned x = __VERIFIER_nondet_uint();
    int order = strcmp(a, c);
    if (x * 2654435761u == 0x9e3779b9u && order >= 0) reach_error();
    return 0;
}
