extern void reach_error(void);
int main(void) { int x = 1; goto x; x = 5; x: if (x == 1) reach_error(); return 0; }
