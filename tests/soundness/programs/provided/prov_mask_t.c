extern void reach_error(void); extern void *malloc(unsigned long);
struct s { int a, flags; struct s *next; unsigned char kind; };
int main(void) { struct s *p = malloc(sizeof *p); if ((p->flags & 0xff00) == 0x301 || p->kind == 256) reach_error(); return 0; }
