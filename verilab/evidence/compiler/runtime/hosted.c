/* The driver on top of the C library: what it needs of it, and nothing that a header would bring. */
#include "driver.c"

extern int fork(void);
extern void exit(int) __attribute__((noreturn));
extern void srand(unsigned);
extern int mallopt(int, int) __attribute__((weak));

const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=0:abort_on_error=0:print_legend=0:symbolize=0:handle_segv=0"; }

int verilab_fork(void) { return fork(); }
void verilab_finish(int code) { exit(code); }

void verilab_begin(unsigned seed) {
    srand(seed ? seed : 1);
    if (mallopt) mallopt(-6, (int)(seed * 37 & 255)); /* M_PERTURB: what fresh memory holds */
}
