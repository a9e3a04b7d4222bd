extern void reach_error(void);
extern void *memset(void *, int, unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { unsigned char a : 3, b : 5; };
int main(void) { unsigned x = __VERIFIER_nondet_uint(); struct s s; memset(&s, 0x5a, sizeof s); if (x * 2654435761u == 0x9e3779b9u && !(s.a == 2 && s.b == 11)) reach_error(); return 0; }
