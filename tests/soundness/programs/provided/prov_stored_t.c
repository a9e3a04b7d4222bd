extern void reach_error(void); extern void *malloc(unsigned long);
struct s { int a, flags; struct s *next; unsigned char kind; };
static int g = 1; int main(void) { struct s *p; p->next->a = 2; if (g != 1) reach_error(); return 0; }
