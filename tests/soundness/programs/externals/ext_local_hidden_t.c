extern void reach_error(void);
extern int tick(int);
int main(void) { int x = 3; tick(x); if (x != 3) reach_error(); return 0; }
