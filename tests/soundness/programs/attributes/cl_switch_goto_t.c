extern void reach_error(void);
static int lg; static void note(int *p) { lg = (lg * 10 + *p) % 1000003; }
#define CL __attribute__((cleanup(note)))
static int f(int k) { switch (k) { CL int z; case 0: z = 1; { CL int a = 2; if (lg > 5) goto out; break; } case 1: z = 3; case 2: z = 4; { CL int b = 5; for (;;) { CL int c = 6; if (k) goto out; } } default: return 7; } lg += 8; out:; CL int e = 9; return lg; }
static long go(void) { long r = 0; for (int i = 0; i < 4; i++) r = r * 7 + f(i); return r + lg; }
int main(void) { if (!(go() == 18544194)) reach_error(); return 0; }
