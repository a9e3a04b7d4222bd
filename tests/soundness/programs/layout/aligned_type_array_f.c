extern void reach_error(void);
typedef struct { int v; } __attribute__((aligned(8))) Cell; Cell c[3];
int main(void) { int *p = (int *)c; p[2] = 5; p[4] = 6; if (sizeof(Cell) == 8 && c[1].v == 5 && c[2].v == 6) reach_error(); return 0; }
