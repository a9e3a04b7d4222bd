#include <unistd.h>
extern int optind;
extern int getopt(int, char *const *, const char *);
extern void reach_error(void);
int main(void) { char *v[] = {"p", "-a", 0}; optind = 1; getopt(2, v, "a"); if (optind == 2) reach_error(); return 0; }
