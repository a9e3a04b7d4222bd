/* Searches in strings and memory (C11 7.24.5): results point into the first argument. */
typedef __typeof__(sizeof(0)) size_t;

static int contains(const char *set, char c) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *index(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = (char *)s;
        if (!*s) return found;
    }
}

char *rindex(const char *s, int c) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = (char *)s;
        if (!*s) return found;
    }
}

void *memchr(const void *memory, int c, size_t n) {
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
    return 0;
}

void *rawmemchr(const void *memory, int c) {
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)c) bytes++;
    return (void *)bytes;
}

void *memrchr(const void *memory, int c, size_t n) {
    const unsigned char *bytes = memory;
    while (n-- > 0)
        if (bytes[n] == (unsigned char)c) return (void *)(bytes + n);
    return 0;
}

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] && s[i] == wanted[i]) i++;
        if (!wanted[i]) return (char *)s;
        if (!*s) return 0;
    }
}

char *strcasestr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        for (; wanted[i]; i++) {
            int a = (unsigned char)s[i], b = (unsigned char)wanted[i];
            if (a >= 'A' && a <= 'Z') a += 32;
            if (b >= 'A' && b <= 'Z') b += 32;
            if (a != b) break;
        }
        if (!wanted[i]) return (char *)s;
        if (!*s) return 0;
    }
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t length) {
    const char *bytes = memory, *sought = wanted;
    for (size_t start = 0; start + length <= size; start++) {
        size_t i = 0;
        while (i < length && bytes[start + i] == sought[i]) i++;
        if (i == length) return (void *)(bytes + start);
    }
    return 0;
}

char *strpbrk(const char *s, const char *set) {
    for (; *s; s++)
        if (contains(set, *s)) return (char *)s;
    return 0;
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && contains(set, s[n])) n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !contains(set, s[n])) n++;
    return n;
}

static char *token(char *s, const char *separators, char **rest) {
    if (!s) s = *rest;
    if (!s) return 0;
    while (*s && contains(separators, *s)) s++;
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *start = s;
    while (*s && !contains(separators, *s)) s++;
    if (*s) *s++ = 0;
    *rest = s;
    return start;
}

static char *unread;

char *strtok(char *s, const char *separators) { return token(s, separators, &unread); }

char *strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }

char *__strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }

char *strsep(char **rest, const char *separators) {
    char *start = *rest, *s = start;
    if (!s) return 0;
    while (*s && !contains(separators, *s)) s++;
    if (*s) {
        *s = 0;
        *rest = s + 1;
    } else *rest = 0;
    return start;
}
