/* Sorting and searching with the program's own comparison (C11 7.22.5; POSIX lfind). */
typedef __typeof__(sizeof(0)) size_t;
void __verilab_sort_begins(void);
int __verilab_plain_comparisons(void); /* whether comparisons have no effects */
void __verilab_equal_elements(void);

static void exchange(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Elements that compare as equal are left in any order (C11 7.22.5.2p4), which shows where they are not the same. */
static void compared(const char *a, const char *b, size_t size, int order) {
    if (order != 0) return;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i]) {
            __verilab_equal_elements();
            return;
        }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *bytes = base;
    __verilab_sort_begins();
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(bytes + (j - 1) * size, bytes + j * size);
            compared(bytes + (j - 1) * size, bytes + j * size, size, order);
            if (order <= 0) break;
            exchange(bytes + (j - 1) * size, bytes + j * size, size);
        }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
    char *bytes = base;
    __verilab_sort_begins();
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            int order = compare(bytes + (j - 1) * size, bytes + j * size, context);
            compared(bytes + (j - 1) * size, bytes + j * size, size, order);
            if (order <= 0) break;
            exchange(bytes + (j - 1) * size, bytes + j * size, size);
        }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    int plain = __verilab_plain_comparisons();
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) { /* any of those that compare as equal is found (7.22.5.1p4), and they are beside each other */
            if (plain && ((middle > low && compare(key, element - size) == 0) || (middle + 1 < high && compare(key, element + size) == 0)))
                __verilab_equal_elements();
            return (void *)element;
        }
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
