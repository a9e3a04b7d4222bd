/* The driver without a C library. */
#define VERILAB_NO_LIBRARY
#include "freestanding/library.c"
#include "driver.c"

int verilab_fork(void) { return (int)verilab_syscall(SYS_FORK, 0, 0, 0, 0); }
void verilab_finish(int code) {
    verilab_exit(code);
    verilab_leave(code);
}

void verilab_begin(unsigned seed) {
    srand(seed);
    verilab_fill = (unsigned char)(seed * 37);
}
