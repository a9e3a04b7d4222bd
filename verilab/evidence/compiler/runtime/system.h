/* System calls of Linux on x86 without any header or library: whatever the verified program declares or defines, nothing here meets it. */
#ifndef VERILAB_SYSTEM_H
#define VERILAB_SYSTEM_H

#ifdef __x86_64__
enum {
    SYS_READ = 0, SYS_WRITE = 1, SYS_CLOSE = 3, SYS_PIPE = 22, SYS_DUP2 = 33, SYS_SETITIMER = 38, SYS_GETPID = 39, SYS_FORK = 57,
    SYS_WAIT4 = 61, SYS_SETRLIMIT = 160, SYS_PRCTL = 157, SYS_CLOCK_GETTIME = 228, SYS_EXIT_GROUP = 231, SYS_OPEN = 2, SYS_MMAP = 9
};

static long verilab_syscall6(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return result;
}

static long verilab_syscall(long number, long a, long b, long c, long d) { return verilab_syscall6(number, a, b, c, d, 0, 0); }

static long verilab_map(unsigned long length, int shared) {
    return verilab_syscall6(SYS_MMAP, 0, (long)length, 3, 0x20 | (shared ? 1 : 2), -1, 0);
}
#else
enum {
    SYS_READ = 3, SYS_WRITE = 4, SYS_CLOSE = 6, SYS_PIPE = 42, SYS_DUP2 = 63, SYS_SETITIMER = 104, SYS_GETPID = 20, SYS_FORK = 2,
    SYS_WAIT4 = 114, SYS_SETRLIMIT = 75, SYS_PRCTL = 172, SYS_CLOCK_GETTIME = 265, SYS_EXIT_GROUP = 252, SYS_OPEN = 5, SYS_MMAP = 90
};

static long verilab_syscall(long number, long a, long b, long c, long d) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(0) : "memory");
    return result;
}

static long verilab_map(unsigned long length, int shared) {
    unsigned long arguments[6] = {0, length, 3, 0x20 | (shared ? 1 : 2), ~0UL, 0};
    return verilab_syscall(SYS_MMAP, (long)arguments, 0, 0, 0);
}
#endif

static void __attribute__((noreturn)) verilab_leave(int code) {
    for (;;) verilab_syscall(SYS_EXIT_GROUP, code, 0, 0, 0);
}
#endif
