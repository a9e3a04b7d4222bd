/* Comparisons (C11 7.24.4): the standard fixes the result's sign; its magnitude is that of the GNU C library, the difference of the
   first bytes that differ. */
typedef __typeof__(sizeof(0)) size_t;

static int folded(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
        if (!a[i]) break;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && folded(a[i]) == folded(b[i])) i++;
    return folded(a[i]) - folded(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (folded(a[i]) != folded(b[i])) return folded(a[i]) - folded(b[i]);
        if (!a[i]) break;
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *first = a, *second = b;
    for (size_t i = 0; i < n; i++)
        if (first[i] != second[i]) return first[i] - second[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
    const unsigned char *first = a, *second = b;
    for (size_t i = 0; i < n; i++)
        if (first[i] != second[i]) return first[i] - second[i];
    return 0;
}
