/* What stands in for the C library where gcc compiles for a machine but nothing for it is installed: weak, the program's own win. */
#include "start.c"
#include "memory.c"
#include "strings.c"
#include "output.c"
#include "arithmetic.c"
