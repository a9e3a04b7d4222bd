/* Memory that the verifier's surroundings fill. */
typedef __typeof__(sizeof(0)) size_t;
unsigned char __verilab_any_byte(void);

void __verilab_nondet_memory(void *memory, size_t size) {
    unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++) bytes[i] = __verilab_any_byte();
}
