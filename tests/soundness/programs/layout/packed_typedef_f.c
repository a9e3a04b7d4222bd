extern void reach_error(void);
typedef struct { char a; long b; } __attribute__((packed)) T;
int main(void) { T t[2]; if ((char *)&t[1].b - (char *)t == 10 && sizeof t == 18) reach_error(); return 0; }
