/* These headers define no types of these names, but those of <sys/types.h> and the macros of <sys/wait.h>. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long uint32_t;
typedef char uint8_t;

static long own_types(void) { // = 89
  return sizeof(uint32_t) + ((uint8_t)200 < 0 ? 81 : 0);
}

static long types_of_stdlib(void) { // = 341
  pid_t p = 3; u_char c = 200; ssize_t s = -1; fd_set f; u_int32_t q = 5; struct timeval t = {1, 2}; quad_t z = 3;
  FD_ZERO(&f); FD_SET(3, &f); return p + c + s + sizeof f + FD_ISSET(3, &f) + q + t.tv_usec + z;
}

static long status_by_stdlib(void) { // = 1229
  int status = 0x1500;
  return WEXITSTATUS(status) + WIFEXITED(status) * 100 + WIFSIGNALED(9) * 1000 + WTERMSIG(9) * 9 + WIFSTOPPED(0x137f) * 3 + WSTOPSIG(0x137f) + WIFCONTINUED(0xffff) * 4 + WNOHANG;
}
