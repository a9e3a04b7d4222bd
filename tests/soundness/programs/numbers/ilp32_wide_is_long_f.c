extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x * 2654435761u != 0x9e3779b9u) return 0;
    int kinds = _Generic(L'a', long: 1, int: 2) * 10 + _Generic(L"b"[0], long: 1, int: 2);
    if (kinds == 11) reach_error();
    return 0;
}
