/* Allocation at aligned addresses whose result is an error number (POSIX.1-2017 posix_memalign): what it fails for leaves no address. */
typedef __typeof__(sizeof(0)) size_t;
void *memalign(size_t, size_t);

int posix_memalign(void **to, size_t alignment, size_t size) {
    if (!alignment || alignment % sizeof(void *) || alignment & (alignment - 1)) return 22; /* EINVAL */
    void *object = memalign(alignment, size);
    if (!object) return 12; /* ENOMEM */
    *to = object;
    return 0;
}
