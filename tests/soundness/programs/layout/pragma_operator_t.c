extern void reach_error(void);
_Pragma("pack(push,1)") struct S { short s; int i; }; _Pragma("pack(pop)")
int main(void) { struct S s = {1, 2}; if (!(sizeof s == 6 && ((short *)&s)[1] == 2)) reach_error(); return 0; }
