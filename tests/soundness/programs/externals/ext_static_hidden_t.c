extern void reach_error(void);
static int priv; extern void tick(void);
int main(void) { priv = 1; tick(); if (priv != 1) reach_error(); return 0; }
