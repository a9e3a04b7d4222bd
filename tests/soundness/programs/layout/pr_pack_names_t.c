extern void reach_error(void);
#pragma pack(push, a, 1)
struct A { char c; int i; };
#pragma pack(push, b, 2)
struct B { char c; int i; };
#pragma pack(push, 8)
#pragma pack(pop, a)
struct C { char c; int i; };
#pragma pack(push)
#pragma pack(2)
struct D { char c; int i; };
#pragma pack(pop)
struct E { char c; int i; };
#pragma pack(push, r4, 4)
struct F { char c; double d; };
#pragma pack(pop)
static long go(void) { return sizeof(struct A) + sizeof(struct B) * 10 + sizeof(struct C) * 100 + sizeof(struct D) * 1000 + sizeof(struct E) * 10000 + sizeof(struct F) * 100000; }
int main(void) { if (!(go() == 1286865)) reach_error(); return 0; }
