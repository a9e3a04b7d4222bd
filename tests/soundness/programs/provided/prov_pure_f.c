extern void reach_error(void); struct s { struct s *next; int v; };
extern struct s *get(void); extern int f(const struct s *) __attribute__((pure));
int main(void) { struct s *p = get(); if (!p || !p->next) return 0; int x = f(p->next); if (x == 4711 && p->next->v == x) reach_error(); return 0; }
