/* Sorting and searching with the program's own comparison (C11 7.22.5; POSIX lfind). */
typedef __typeof__(sizeof(0)) size_t;
void __verilab_sort_begins(void);

static void exchange(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *bytes = base;
    __verilab_sort_begins();
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size) > 0; j--)
            exchange(bytes + (j - 1) * size, bytes + j * size, size);
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
    char *bytes = base;
    __verilab_sort_begins();
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && compare(bytes + (j - 1) * size, bytes + j * size, context) > 0; j--)
            exchange(bytes + (j - 1) * size, bytes + j * size, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return 0;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0) return (void *)element;
    }
    return 0;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    char *end = (char *)base + *count * size;
    for (char *element = base; element != end; element += size)
        if (compare(key, element) == 0) return element;
    for (size_t i = 0; i < size; i++) end[i] = ((const char *)key)[i];
    ++*count;
    return end;
}
