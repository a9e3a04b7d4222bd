/* Atomic operations of gcc and of C11.  Each function tells, behind its head, what it returns. */
#include <stdatomic.h>

static long pointer_added_to_by_bytes(void) { // = 212
  int a[4] = {1, 2, 3, 4}; int *p = a; int *q = __atomic_fetch_add(&p, 4, 5); int *r = __sync_fetch_and_add(&p, 4);
  return *q * 10 + (p - a) * 100 + *r;
}

static long pointer_moved_back_by_bytes(void) { // = 322
  int a[4] = {1, 2, 3, 4}; int *p = a + 3; int *q = __sync_sub_and_fetch(&p, 4); int r = *q;
  return r * 100 + *__atomic_add_fetch(&p, -4, 5) * 10 + *p;
}

static long atomic_pointer_by_bytes(void) { // = 2314
  int a[5] = {1, 2, 3, 4, 5}; int *_Atomic p = a; int *q = atomic_fetch_add(&p, 4); int r = *p;
  p++; int s = *p; p += 2; atomic_fetch_sub_explicit(&p, 4, memory_order_relaxed);
  return r * 1000 + s * 100 + *q * 10 + *p;
}

static long narrow_atomic(void) { // = 100044
  _Atomic signed char c = 100; int r = atomic_fetch_add(&c, 100); unsigned char d = 255; int s = __sync_add_and_fetch(&d, 301);
  return r * 1000 + c + s + 56;
}
