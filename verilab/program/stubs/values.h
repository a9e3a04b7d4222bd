#ifndef _VALUES_H
#define _VALUES_H
#include <limits.h>
#include <float.h>
#define MAXSHORT SHRT_MAX
#define MINSHORT SHRT_MIN
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXLONG LONG_MAX
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#endif
