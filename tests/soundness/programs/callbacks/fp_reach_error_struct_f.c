extern void reach_error(void);
struct O { int k; void (*e)(void); }; static const struct O o = {1, reach_error};
int main(void) { const struct O *p = &o; if (p->k) p->e(); return 0; }
