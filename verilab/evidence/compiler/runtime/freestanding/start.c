/* The start and the end of a program without a C library. */
#include "../system.h"

typedef void (*verilab_hook)(void);
extern verilab_hook __init_array_start[] __attribute__((weak, visibility("hidden"))), __init_array_end[] __attribute__((weak, visibility("hidden")));
extern verilab_hook __fini_array_start[] __attribute__((weak, visibility("hidden"))), __fini_array_end[] __attribute__((weak, visibility("hidden")));
extern int main(int, char **, char **);

enum { VERILAB_HOOKS = 64, VERILAB_ABORTED = 134 };
static verilab_hook verilab_at_exit[VERILAB_HOOKS];
static int verilab_hooks;

#define LIBRARY __attribute__((weak))

LIBRARY void _exit(int code) { verilab_leave(code & 255); }
LIBRARY void _Exit(int code) { verilab_leave(code & 255); }

LIBRARY int atexit(verilab_hook hook) {
    if (verilab_hooks == VERILAB_HOOKS) return 1;
    verilab_at_exit[verilab_hooks++] = hook;
    return 0;
}

void verilab_exit(int code) {
    verilab_hook *each;
    while (verilab_hooks) verilab_at_exit[--verilab_hooks]();
    for (each = __fini_array_end; each != __fini_array_start;) (*--each)();
    verilab_leave(code & 255);
}

LIBRARY void exit(int code) { verilab_exit(code); }
LIBRARY void abort(void) { verilab_leave(VERILAB_ABORTED); }
LIBRARY void __assert_fail(const char *what, const char *file, unsigned line, const char *function) { verilab_leave(VERILAB_ABORTED); }

static int verilab_errno;
LIBRARY int *__errno_location(void) { return &verilab_errno; }

__attribute__((used)) void verilab_start(long *stack) {
    verilab_hook *each;
    char **arguments = (char **)(stack + 1);
    char **environment = arguments + stack[0] + 1;
    for (each = __init_array_start; each != __init_array_end; each++) ((void (*)(int, char **, char **))*each)((int)stack[0], arguments, environment);
    verilab_exit(main((int)stack[0], arguments, environment));
}

#ifdef __x86_64__
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call verilab_start\n hlt\n");
#else
__asm__(".globl _start\n_start:\n xor %ebp, %ebp\n mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push %eax\n call verilab_start\n hlt\n");
#endif
