extern void reach_error(void); extern void *malloc(unsigned long);
struct s { int a, flags; struct s *next; unsigned char kind; };
int main(void) { struct s *p = malloc(sizeof *p); if (p->next->a != p->next->a) reach_error(); return 0; }
