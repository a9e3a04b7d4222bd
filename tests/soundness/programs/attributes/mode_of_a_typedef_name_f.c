extern void reach_error(void);
typedef enum { C = 1, D = 2 } B; typedef int T; typedef unsigned U;
struct s { B __attribute__((mode(byte))) a; B b __attribute__((mode(byte))); };
static int go(void) { T y __attribute__((mode(QI))) = 257; U __attribute__((mode(HI))) z = 65537; U *p __attribute__((mode(pointer))) = 0; return y + z + sizeof(struct s) + sizeof p; }
int main(void) { if ((go() == 1 + 1 + 2 + 8)) reach_error(); return 0; }
