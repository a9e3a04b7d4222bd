/* Types of the macros of headers.  Each function tells, behind its head, what it returns. */
#include <limits.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <termios.h>

static long flag_in_the_sign_bit(void) { // = 11
  int flags = CRTSCTS; return (flags == CRTSCTS) + 10 * (CRTSCTS - CRTSCTS - 1 > 0);
}

static long request_of_a_device(void) { // = 10
  int request = TIOCGPTN; return (request == TIOCGPTN) + 10 * (TIOCGPTN - TIOCGPTN - 1 > 0) + 100 * (TIOCGPTPEER - TIOCGPTPEER - 1 < 0);
}

static long limits_by_their_types(void) { // = 48
  return sizeof SSIZE_MAX + 10 * sizeof CRTSCTS;
}

static long freedom_of_locks(void) { // = 222
  return ATOMIC_CHAR_LOCK_FREE + ATOMIC_LLONG_LOCK_FREE * 10 + ATOMIC_POINTER_LOCK_FREE * 100;
}
