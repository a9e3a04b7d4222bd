/* Not guarded: the standard lets NDEBUG change between two inclusions. */
#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
#define static_assert _Static_assert
