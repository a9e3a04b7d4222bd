/* Programs that look at what a va_list is made of, or where it is: on x86-64 one structure, and no pointer to the next argument. */
#include <stdarg.h>

//// read_as_words
static unsigned beginning(int n, ...) {
  va_list list;
  va_start(list, n);
  unsigned *words = (unsigned *)(void *)list;
  va_end(list);
  return words[0];
}
void go(void) { if (beginning(1, 7, 9) == 8) reach_error(); }

//// does_not_move
static long moved(int n, ...) {
  va_list list;
  va_start(list, n);
  char *before = (void *)list;
  int first = va_arg(list, int);
  char *after = (void *)list;
  va_end(list);
  return after - before;
}
void go(void) { if (moved(1, 7, 9) == 0) reach_error(); }

//// two_lists
static int same(int n, ...) {
  va_list list, other;
  va_start(list, n);
  va_copy(other, list);
  int answer = list == other;
  va_end(other);
  va_end(list);
  return answer;
}
void go(void) { if (same(1, 7, 9) == 0) reach_error(); }
