/* Types of what functions return that nobody declares.  Each function tells, behind its head, what it returns. */
#define IS(type, result) _Generic((result), type: 1, default: 0)

static long mathematical_functions(void) { // = 111
  return IS(double, exp(1.0)) + 10 * IS(float, expf(1.0f)) + 100 * IS(long double, j0l(1.0L));
}

static long mathematical_functions_by_their_other_names(void) { // = 84
  return sizeof(__builtin_exp(1.0)) * 10 + sizeof(__builtin_j0f(1.0f));
}

static long pointers_of_the_library(void) { // = 11
  return IS(char *, gettext("")) + 10 * IS(void *, aligned_alloc(8, 8));
}

static long integers_of_the_library(void) { // = 818
  return sizeof(imaxabs(1)) + 10 * (sizeof(__builtin_strfmon(0, 0, "")) == 8) + 100 * sizeof(strspn("", ""));
}

static long no_function_of_the_compiler(void) { // = 1
  return IS(int, (0 ? drand48() : 0));
}

static long number_of_more_bits_than_an_int(void) { // = 705032724
  return strtol("5000000000", 0, 10) + 5 * sizeof(strtoul("", 0, 10));
}
