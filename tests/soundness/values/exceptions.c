/* What <fenv.h> names.  Each function tells, behind its head, what it returns. */
#include <fenv.h>

static long all_exceptions(void) { // = 61
  return FE_ALL_EXCEPT;
}
