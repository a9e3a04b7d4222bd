/* The functions on strings and characters that programs call most. */
LIBRARY verilab_size strlen(const char *s) {
    const char *end = s;
    while (*end) end++;
    return (verilab_size)(end - s);
}

LIBRARY verilab_size strnlen(const char *s, verilab_size n) {
    verilab_size length = 0;
    while (length < n && s[length]) length++;
    return length;
}

LIBRARY int strncmp(const char *a, const char *b, verilab_size n) {
    for (; n; n--, a++, b++)
        if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

LIBRARY int strcmp(const char *a, const char *b) { return strncmp(a, b, (verilab_size)-1); }

LIBRARY char *strcpy(char *to, const char *from) { return memcpy(to, from, strlen(from) + 1); }

LIBRARY char *strncpy(char *to, const char *from, verilab_size n) {
    verilab_size length = strnlen(from, n);
    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to;
}

LIBRARY char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

LIBRARY char *strncat(char *to, const char *from, verilab_size n) {
    verilab_size length = strnlen(from, n);
    char *end = to + strlen(to);
    memcpy(end, from, length);
    end[length] = 0;
    return to;
}

LIBRARY char *strchr(const char *s, int c) { return memchr(s, c, strlen(s) + 1); }

LIBRARY char *strrchr(const char *s, int c) {
    verilab_size n = strlen(s) + 1;
    while (n--)
        if (s[n] == (char)c) return (char *)s + n;
    return 0;
}

LIBRARY char *strstr(const char *s, const char *part) {
    verilab_size n = strlen(part);
    for (;; s++) {
        if (!strncmp(s, part, n)) return (char *)s;
        if (!*s) return 0;
    }
}

LIBRARY char *strdup(const char *s) {
    char *copy = malloc(strlen(s) + 1);
    return copy ? strcpy(copy, s) : 0;
}

/* Each class is a bit, as in the tables of the GNU C library. */
LIBRARY int isdigit(int c) { return (c >= '0' && c <= '9') << 11; }
LIBRARY int islower(int c) { return (c >= 'a' && c <= 'z') << 9; }
LIBRARY int isupper(int c) { return (c >= 'A' && c <= 'Z') << 8; }
LIBRARY int isalpha(int c) { return (islower(c) || isupper(c)) << 10; }
LIBRARY int isalnum(int c) { return (isalpha(c) || isdigit(c)) << 3; }
LIBRARY int isspace(int c) { return (c == ' ' || (c >= '\t' && c <= '\r')) << 13; }
LIBRARY int isprint(int c) { return (c >= ' ' && c < 127) << 14; }
LIBRARY int isgraph(int c) { return (c > ' ' && c < 127) << 15; }
LIBRARY int ispunct(int c) { return (isgraph(c) && !isalnum(c)) << 2; }
LIBRARY int iscntrl(int c) { return ((c >= 0 && c < ' ') || c == 127) << 1; }
LIBRARY int isblank(int c) { return c == ' ' || c == '\t'; }
LIBRARY int isxdigit(int c) { return (isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) << 12; }
LIBRARY int tolower(int c) { return isupper(c) ? c + 32 : c; }
LIBRARY int toupper(int c) { return islower(c) ? c - 32 : c; }

LIBRARY long atol(const char *s) {
    unsigned long value = 0;
    int negative;
    while (isspace(*s)) s++;
    negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    while (isdigit(*s)) value = 10 * value + (unsigned long)(*s++ - '0');
    return (long)(negative ? 0 - value : value);
}

LIBRARY int atoi(const char *s) { return (int)atol(s); }
LIBRARY int abs(int x) { return x < 0 ? -x : x; }
LIBRARY long labs(long x) { return x < 0 ? -x : x; }
LIBRARY long long llabs(long long x) { return x < 0 ? -x : x; }

typedef int (*verilab_order)(const void *, const void *);

LIBRARY void qsort(void *base, verilab_size count, verilab_size size, verilab_order order) {
    char *items = base;
    verilab_size i, k, b;
    for (i = 1; i < count; i++)
        for (k = i; k && order(items + (k - 1) * size, items + k * size) > 0; k--)
            for (b = 0; b < size; b++) {
                char byte = items[k * size + b];
                items[k * size + b] = items[(k - 1) * size + b];
                items[(k - 1) * size + b] = byte;
            }
}

LIBRARY void *bsearch(const void *key, const void *base, verilab_size count, verilab_size size, verilab_order order) {
    verilab_size low = 0, high = count;
    while (low < high) {
        verilab_size middle = low + (high - low) / 2;
        int found = order(key, (const char *)base + middle * size);
        if (!found) return (char *)base + middle * size;
        if (found < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}
