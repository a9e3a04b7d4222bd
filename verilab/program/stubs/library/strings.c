/* Lengths and copies of strings (C11 7.24.2, 7.24.3, 7.24.6; POSIX and GNU extensions). */
typedef __typeof__(sizeof(0)) size_t;
void *malloc(size_t);

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

char *strcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}

char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0, end;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (end = i; i < n; i++) to[i] = 0;
    return to + end;
}

char *strcat(char *to, const char *from) {
    size_t n = 0, i = 0;
    while (to[n]) n++;
    while ((to[n + i] = from[i])) i++;
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    size_t n = 0, i = 0;
    while (to[n]) n++;
    for (; i < limit && from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t n = 0;
    for (; from[n]; n++)
        if (n + 1 < size) to[n] = from[n];
    if (size) to[n < size ? n : size - 1] = 0;
    return n;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0, n = 0;
    while (start < size && to[start]) start++;
    if (start == size) {
        while (from[n]) n++;
        return size + n;
    }
    for (; from[n]; n++)
        if (start + n + 1 < size) to[start + n] = from[n];
    to[start + n < size ? start + n : size - 1] = 0;
    return start + n;
}

char *strdup(const char *s) {
    size_t n = 0, i = 0;
    while (s[n]) n++;
    char *copy = malloc(n + 1);
    for (; i < n; i++) copy[i] = s[i];
    copy[n] = 0;
    return copy;
}

char *strndup(const char *s, size_t limit) {
    size_t n = 0, i = 0;
    while (n < limit && s[n]) n++;
    char *copy = malloc(n + 1);
    for (; i < n; i++) copy[i] = s[i];
    copy[n] = 0;
    return copy;
}
