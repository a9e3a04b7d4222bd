#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static jmp_buf back;
static void leave(void) { longjmp(back, 3); }
int main(void) {
    int in = __VERIFIER_nondet_int(), kept, parts[2], other = 0;
    kept = in & 7;
    parts[1] = kept + 1;
    if (setjmp(back) == 0) {
        other = 1;
        leave();
    }
    if (kept != (in & 7) || parts[1] != kept + 1) reach_error();
    return 0;
}
