extern void reach_error(void);
int main() { int x = 1; if (x - 1) reach_error(); }
