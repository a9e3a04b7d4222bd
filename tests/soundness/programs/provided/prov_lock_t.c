extern void reach_error(void); extern void *malloc(unsigned long);
struct s { int a, flags; struct s *next; unsigned char kind; };
static int locked; int main(void) { struct s *p; if (p->flags & 4) locked++; if (p->flags & 4) locked--; if (locked) reach_error(); return 0; }
