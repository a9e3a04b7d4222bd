extern void reach_error(void);
static long go(void) { int s = 0; long r = 0; again: for (;;) { switch (s) { case 0: s = 3; continue; case 1: s = 4; r += 7; goto again; case 2: goto done; case 3: if (r > 20) { s = 2; break; } r += 11; if (r == 22) case 4: { r *= 2; s = 3; break; } s = 1; } r++; } done: return r; }
int main(void) { if (go() == 40) reach_error(); return 0; }
