extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef int ints __attribute__((vector_size(8)));
typedef unsigned words __attribute__((vector_size(8)));

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 1 || x > 9) return 0;
    ints a = {-x, -4};
    words b = {1, 2};
    ints quotient = a / b, less = a < b;
    int same = quotient[0] == -x && quotient[1] == -2 && less[0] == 0;
    if (!same) reach_error();
    return 0;
}
