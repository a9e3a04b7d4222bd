extern void reach_error(void);
struct N { int v; }; 
int main(void) { struct N n = {3}; unsigned long tag = (unsigned long)&n | 1; if (tag & 1) ((struct N *)(tag & ~1ul))->v = 4; if (!(n.v == 4)) reach_error(); return 0; }
