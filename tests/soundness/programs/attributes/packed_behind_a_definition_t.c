extern void reach_error(void);
struct { char a; int b; } [[gnu::packed]] x;
typedef union { char c; int i; } [[gnu::packed]] U;
struct Q { char c; U u; enum { A, B } [[gnu::packed]] e; struct [[gnu::packed]] { char c; int i; } p; } q;
int main(void) { if (sizeof x != 8 || sizeof(struct Q) != 20 || sizeof q.e != 4 || sizeof q.p != 5) reach_error(); return 0; }
