extern void reach_error(void); struct s { struct s *next; unsigned long v; };
extern struct s *get(void);
int main(void) {
  struct s *p = get(); unsigned long y = 0xFEFEFEFEFEFEFEFEUL;
  if (!p || !p->next) return 0;
  p->next->v = y; if ((unsigned char)p->next->v != 0xFE) reach_error(); return 0; }
