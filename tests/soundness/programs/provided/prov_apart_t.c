extern void reach_error(void); extern void *malloc(unsigned long);
struct s { int a, flags; struct s *next; unsigned char kind; };
int main(void) { struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q); q->a = 1; p->a = 2; if (q->a != 1) reach_error(); return 0; }
