/* Output goes nowhere; input is read a byte at a time; random numbers are a linear congruence's. */
LIBRARY void *stdin, *stdout, *stderr;

/* How many digits a number has, without a division of 64 bits. */
static int verilab_digits(unsigned long long value, int is_hexadecimal) {
    int n = 1;
    if (is_hexadecimal)
        for (; value >>= 4; n++) {}
    else
        for (unsigned long long power = 10; value >= power; power *= 10) {
            n++;
            if (power > ~0ULL / 10) break;
        }
    return n;
}

/* How many characters the values make in this format; the format's own length where it has anything but integers, characters and text. */
static int verilab_printed(const char *format, __builtin_va_list values) {
    int total = 0;
    for (const char *at = format; *at; at++) {
        int width = 0, length = 0, n = 1;
        if (*at == '%' && *++at != '%') {
            while (*at == '0') at++;
            while ('0' <= *at && *at <= '9') width = width * 10 + (*at++ - '0');
            if (*at == 'z') length = 1, at++;
            while (*at == 'l') length++, at++;
            if (*at == 'd' || *at == 'i') {
                long long value = length > 1   ? __builtin_va_arg(values, long long)
                                  : length > 0 ? __builtin_va_arg(values, long)
                                               : __builtin_va_arg(values, int);
                n = (value < 0) + verilab_digits(value < 0 ? -(unsigned long long)value : (unsigned long long)value, 0);
            } else if (*at == 'u' || *at == 'x') {
                unsigned long long value = length > 1   ? __builtin_va_arg(values, unsigned long long)
                                           : length > 0 ? __builtin_va_arg(values, unsigned long)
                                                        : __builtin_va_arg(values, unsigned);
                n = verilab_digits(value, *at == 'x');
            } else if (*at == 's')
                n = (int)strlen(__builtin_va_arg(values, const char *));
            else if (*at == 'c')
                __builtin_va_arg(values, int);
            else
                return (int)strlen(format);
        }
        total += n > width ? n : width;
    }
    return total;
}

LIBRARY int printf(const char *format, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, format);
    int n = verilab_printed(format, values);
    __builtin_va_end(values);
    return n;
}

LIBRARY int fprintf(void *file, const char *format, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, format);
    int n = verilab_printed(format, values);
    __builtin_va_end(values);
    return n;
}

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
