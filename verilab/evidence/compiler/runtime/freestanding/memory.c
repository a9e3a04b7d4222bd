/* Memory from the heap, and the functions on bytes; the compiler itself calls four of them. */
typedef __SIZE_TYPE__ verilab_size;
enum { VERILAB_CHUNK = 1 << 20, VERILAB_HEADER = 16 };
static unsigned char verilab_fill;

LIBRARY void *memcpy(void *to, const void *from, verilab_size n) {
    char *t = to;
    const char *f = from;
    while (n--) *t++ = *f++;
    return to;
}

LIBRARY void *memmove(void *to, const void *from, verilab_size n) {
    char *t = to;
    const char *f = from;
    if (t < f) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}

LIBRARY void *memset(void *to, int value, verilab_size n) {
    char *t = to;
    while (n--) *t++ = (char)value;
    return to;
}

LIBRARY int memcmp(const void *a, const void *b, verilab_size n) {
    const unsigned char *x = a, *y = b;
    for (; n; n--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

LIBRARY void *memchr(const void *in, int c, verilab_size n) {
    const unsigned char *p = in;
    for (; n; n--, p++)
        if (*p == (unsigned char)c) return (void *)p;
    return 0;
}

LIBRARY void *malloc(verilab_size size) {
    static char *next;
    static verilab_size rest;
    verilab_size whole = (size + VERILAB_HEADER + 15) & ~(verilab_size)15;
    char *block;
    if (size > (verilab_size)-1 / 2) return 0;
    if (whole > rest) {
        rest = whole > VERILAB_CHUNK ? whole : VERILAB_CHUNK;
        next = (char *)verilab_map(rest, 0);
        if ((verilab_size)next > (verilab_size)-4096) verilab_leave(0); /* allocations succeed: a run without room shows nothing */
    }
    block = next;
    next += whole;
    rest -= whole;
    *(verilab_size *)block = size;
    if (verilab_fill) memset(block + VERILAB_HEADER, verilab_fill, size);
    return block + VERILAB_HEADER;
}

LIBRARY void free(void *block) { (void)block; }

LIBRARY void *calloc(verilab_size count, verilab_size size) {
    void *block = size && count > (verilab_size)-1 / 2 / size ? 0 : malloc(count * size);
    return block ? memset(block, 0, count * size) : 0;
}

LIBRARY void *realloc(void *old, verilab_size size) {
    char *block = malloc(size);
    verilab_size before = old ? *(verilab_size *)((char *)old - VERILAB_HEADER) : 0;
    if (block && old) memcpy(block, old, before < size ? before : size);
    return block;
}

LIBRARY void *alloca(verilab_size size) { return malloc(size); }
