extern void reach_error(void); struct s { struct s *next; unsigned v; };
extern struct s *get(void); static unsigned y = 0xFEFEFEFEU;
int main(void) { struct s *p = get(); if (!p || !p->next) return 0; p->next->v = y; if ((unsigned char)p->next->v != 0xFE) reach_error(); return 0; }
