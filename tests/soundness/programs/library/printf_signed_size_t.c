/* %zd is of the signed type that corresponds to size_t (C11 7.21.6.1p7): two characters are printed. */
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (printf("%zd", (__SIZE_TYPE__)-1) > 2 && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
