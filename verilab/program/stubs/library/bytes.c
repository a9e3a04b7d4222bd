/* Copies of bytes that stop at a value or exchange neighbours (POSIX memccpy, swab). */
typedef __typeof__(sizeof(0)) size_t;

void *memccpy(void *to, const void *from, int c, size_t n) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < n; i++) {
        target[i] = source[i];
        if (source[i] == (unsigned char)c) return target + i + 1;
    }
    return 0;
}

void swab(const void *from, void *to, __typeof__((char *)0 - (char *)0) n) {
    const char *source = from;
    char *target = to;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = source[i], second = source[i + 1];
        target[i] = second;
        target[i + 1] = first;
    }
}

void *__verilab_memmove(void *to, const void *from, size_t n) {
    char *target = to;
    const char *source = from;
    if (target <= source)
        for (size_t i = 0; i < n; i++) target[i] = source[i];
    else
        while (n-- > 0) target[n] = source[n];
    return to;
}

void *__verilab_memcpy(void *to, const void *from, size_t n) {
    char *target = to;
    const char *source = from;
    for (size_t i = 0; i < n; i++) target[i] = source[i];
    return to;
}

void *__verilab_memset(void *to, int byte, size_t n) {
    char *target = to;
    for (size_t i = 0; i < n; i++) target[i] = (char)byte;
    return to;
}
