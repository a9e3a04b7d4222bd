extern void reach_error(void);
struct s { char c; int a __attribute__((aligned(16))); char d; }; struct __attribute__((packed)) p { char c; long l; };
int main(void) { struct s s; struct p p; if (!(__alignof__(s.a) == 16 && __alignof__(p.l) == 1 && __alignof__(s.d) == 1)) reach_error(); return 0; }
