extern void reach_error(void);
extern int fromasm; asm(".data\n.globl fromasm\nfromasm: .long 12\n.text");
int main(void) { if (fromasm == 12) reach_error(); return 0; }
