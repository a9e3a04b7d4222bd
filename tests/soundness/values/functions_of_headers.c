/* Types of what functions of headers return.  Each function tells, behind its head, what it returns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#define IS(type, result) _Generic((result), type: 1, default: 0)

static long random_numbers(void) { // = 1111
  return IS(double, drand48()) + 10 * IS(long, mrand48()) + 100 * IS(unsigned, arc4random()) + 1000 * IS(unsigned short *, seed48(0));
}

static long numbers_in_text(void) { // = 1111
  return IS(float, strtof("", 0)) + 10 * IS(long double, strtold("", 0)) + 100 * (sizeof(wcstoimax(L"", 0, 10)) == 8) +
         1000 * IS(long, a64l(""));
}

static long memory_and_text(void) { // = 111
  return IS(void *, aligned_alloc(8, 8)) + 10 * IS(char *, realpath("", 0)) + 100 * (sizeof(mbstowcs(0, "", 0)) == sizeof(void *));
}

static long bessel_functions(void) { // = 111
  return IS(double, y0(1)) + 10 * IS(float, jnf(1, 1)) + 100 * IS(long double, significandl(1));
}

static long the_system(void) { // = 11
  return IS(long, gethostid()) + 10 * IS(long, fpathconf(0, 0));
}

static long types_of_the_system(void) { // = 11111111
  __int64_t a = 0; __uint16_t b = 0; __off_t c = 0; __pid_t d = 0; __ssize_t e = 0; __dev_t f = 0; __time_t g = 0;
  return IS(long, a) + 10 * IS(unsigned short, b) + 100 * IS(long, c) + 1000 * IS(int, d) + 10000 * IS(long, e)
    + 100000 * IS(unsigned long, f) + 1000000 * IS(long, g) + 10000000 * IS(unsigned long, MB_CUR_MAX);
}
