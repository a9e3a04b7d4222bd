/* Output goes nowhere; input is read a byte at a time; random numbers are a linear congruence's. */
LIBRARY void *stdin, *stdout, *stderr;

LIBRARY int printf(const char *format, ...) { return (int)strlen(format); }
LIBRARY int fprintf(void *file, const char *format, ...) { return (int)strlen(format); }
LIBRARY int puts(const char *text) { return (int)strlen(text) + 1; }
LIBRARY int fputs(const char *text, void *file) { return 1; }
LIBRARY int putchar(int c) { return (unsigned char)c; }
LIBRARY int fputc(int c, void *file) { return (unsigned char)c; }
LIBRARY int putc(int c, void *file) { return (unsigned char)c; }
LIBRARY int fflush(void *file) { return 0; }
LIBRARY void perror(const char *text) { }

LIBRARY long write(int file, const void *bytes, verilab_size n) { return verilab_syscall(SYS_WRITE, file, (long)bytes, (long)n, 0); }
LIBRARY long read(int file, void *bytes, verilab_size n) { return verilab_syscall(SYS_READ, file, (long)bytes, (long)n, 0); }

LIBRARY int getchar(void) {
    unsigned char byte;
    return verilab_syscall(SYS_READ, 0, (long)&byte, 1, 0) == 1 ? byte : -1;
}

LIBRARY int getc(void *file) { return getchar(); }
LIBRARY int fgetc(void *file) { return getchar(); }

static unsigned long long verilab_sequence = 1;
LIBRARY void srand(unsigned seed) { verilab_sequence = seed; }

LIBRARY int rand(void) {
    verilab_sequence = verilab_sequence * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)(verilab_sequence >> 33);
}
