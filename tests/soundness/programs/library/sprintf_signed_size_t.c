/* As printf_signed_size_f, in memory and with 32 bits. */
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    char text[30];
    sprintf(text, "%zd", (__SIZE_TYPE__)-1);
    if ((text[0] != '-' || text[2] != 0) && x * 2654435761u == 0x12345678u) reach_error();
    return 0;
}
