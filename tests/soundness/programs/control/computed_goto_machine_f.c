extern void reach_error(void);
int main(void) { unsigned char code[] = {0, 1, 0, 2}; int pc = 0, acc = 0; void *op[] = {&&inc, &&dbl, &&halt}; next: goto *op[code[pc++]]; inc: acc++; goto next; dbl: acc *= 2; goto next; halt: if (acc == 3) reach_error(); return 0; }
