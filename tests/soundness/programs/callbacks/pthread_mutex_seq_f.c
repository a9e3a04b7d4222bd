extern void reach_error(void);
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int c;
int main(void) { pthread_mutex_lock(&m); c++; pthread_mutex_unlock(&m); if (c == 1) reach_error(); return 0; }
