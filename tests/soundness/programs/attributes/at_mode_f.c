extern void reach_error(void);
typedef int qi __attribute__((mode(QI))); typedef unsigned int uhi __attribute__((mode(HI))); typedef int di __attribute__((mode(DI))); typedef unsigned wd __attribute__((mode(word))); typedef int pt __attribute__((mode(pointer))); typedef unsigned char ub __attribute__((__mode__(__SI__))); typedef float df __attribute__((mode(DF)));
static long go(void) { qi a = 300; uhi b = -1; di c = 1; c <<= 40; ub d = -1; int e __attribute__((mode(HI))) = 70000; return a + b + (c > 0) * 7 + sizeof(di) * 10 + sizeof(wd) * 100 + sizeof(pt) * 1000 + (d > 255) * 11 + e * 3 + sizeof(df) * 10000 + sizeof e; }
int main(void) { if (go() == 163471) reach_error(); return 0; }
