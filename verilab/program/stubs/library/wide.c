/* Strings and arrays of wide characters (C11 7.29.4).  What the standard calls a number greater than zero is 1, as in the GNU C library. */
typedef __typeof__(sizeof(0)) size_t;
typedef __typeof__(L'0') wchar_t;
void *malloc(size_t);

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to + i;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    size_t n = 0, i = 0;
    while (to[n]) n++;
    while ((to[n + i] = from[i])) i++;
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit) {
    size_t n = 0, i = 0;
    while (to[n]) n++;
    for (; i < limit && from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t n = 0;
    while (s[n]) n++;
    wchar_t *copy = malloc((n + 1) * sizeof(wchar_t));
    if (!copy) return 0;
    for (size_t i = 0; i <= n; i++) copy[i] = s[i];
    return copy;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (!a[i]) break;
    }
    return 0;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    size_t i = 0;
    while (s[i] && s[i] != c) i++;
    return s[i] == c ? (wchar_t *)s + i : 0;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    size_t i = 0;
    wchar_t *last = 0;
    for (; s[i]; i++)
        if (s[i] == c) last = (wchar_t *)s + i;
    return c ? last : (wchar_t *)s + i;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n]) i++;
        if (!set[i]) break;
    }
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n]) i++;
        if (set[i]) break;
    }
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    for (size_t n = 0; s[n]; n++)
        for (size_t i = 0; set[i]; i++)
            if (set[i] == s[n]) return (wchar_t *)s + n;
    return 0;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    for (size_t n = 0;; n++) {
        size_t i = 0;
        while (part[i] && s[n + i] == part[i]) i++;
        if (!part[i]) return (wchar_t *)s + n;
        if (!s[n]) return 0;
    }
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (wchar_t *)s + i;
    return 0;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = from[i];
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    if (to <= from)
        for (size_t i = 0; i < n; i++) to[i] = from[i];
    else
        for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
    return to;
}
