/* Memory where pointers lead that nobody has set: what C, the heap and the surroundings leave open may be addresses of objects.

   The objects lie in one range that nothing else uses, in slots of their own.  No access goes through by itself: the handler of its signal
   looks whether it is inside of an object, chooses the word that is there, unless that has been chosen before, lets one instruction
   pass, and closes the memory again (lazy initialisation: Khurshid, Pasareanu, Visser 2003).  An access outside of an object ends the run.
   Words are inputs like others, recorded and steered.  A run that ended at an address which is near a word or a returned pointer
   that was none is repeated with an address in its place.

   Steered, the run may also be confirmed: the driver is given each choice of the run in its order, and makes the same. */

enum {
    VERILAB_SLOT = 1 << 16, VERILAB_SLOTS = 1 << 12, VERILAB_MIDDLE = VERILAB_SLOT / 2,
    VERILAB_FIRST_SLOT = 1 << 10, /* those before are of automatic variables, see provided_memory.py */
    VERILAB_HEAP_SLOT = 1 << 11, /* from here on they are what the program allocates */
    VERILAB_WORD_BITS = 8 * sizeof(void *), VERILAB_WIDE = 64, VERILAB_NEAR = VERILAB_MIDDLE
};
#ifdef __x86_64__
#define VERILAB_RANGE 0x200000000000UL
enum { SYS_MPROTECT = 10, SYS_SIGACTION = 13, VERILAB_ADDRESS_AT = 16, VERILAB_FLAGS_AT = 176, VERILAB_PC_AT = 168 };
#else
#define VERILAB_RANGE 0x50000000UL
enum { SYS_MPROTECT = 125, SYS_SIGACTION = 174, VERILAB_ADDRESS_AT = 12, VERILAB_FLAGS_AT = 84, VERILAB_PC_AT = 76 };
#endif
enum { VERILAB_LONG_RUN = 8, VERILAB_FEW_ACCESSES = 2000, VERILAB_MANY_ACCESSES = 40000 }; /* of runs that search: an access costs microseconds */
enum { VERILAB_SEGV = 11, VERILAB_BUS = 7, VERILAB_TRAP = 5, VERILAB_STEP_FLAG = 0x100, VERILAB_PAGE = 4096, VERILAB_OPEN = 4 };

extern const int verilab_provides; /* 0: pointers lead to what is there */
extern const int verilab_word_input; /* what words are called among the inputs */

static unsigned verilab_next_slot = VERILAB_FIRST_SLOT, verilab_next_heap = VERILAB_HEAP_SLOT;
static unsigned long verilab_sizes[VERILAB_SLOTS]; /* of what the program allocates */
#define VERILAB_FREED (~0UL)
static unsigned char *verilab_is_chosen; /* a bit for each word of the range */
static unsigned long verilab_open_pages[VERILAB_OPEN];
static int verilab_open;
static unsigned verilab_accesses, verilab_access_limit; /* 0: any number */

struct verilab_action {
    void (*handler)(int, char *, char *);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long long mask;
};

#ifdef __x86_64__
extern void verilab_restore(void);
__asm__(".text\nverilab_restore:\n mov $15, %eax\n syscall\n");
#else
extern void verilab_restore(void);
__asm__(".text\nverilab_restore:\n mov $173, %eax\n int $0x80\n");
#endif

static int verilab_in_range(unsigned long address) {
    return address >= VERILAB_RANGE && address < VERILAB_RANGE + (unsigned long)VERILAB_SLOT * VERILAB_SLOTS;
}

/* An object of its own: the address of the middle of a slot, for what is around it is found by subtraction. */
static unsigned long verilab_provided(void) {
    if (verilab_next_slot == VERILAB_HEAP_SLOT) return 0;
    return VERILAB_RANGE + (unsigned long)verilab_next_slot++ * VERILAB_SLOT + VERILAB_MIDDLE;
}

/* What is taken for an address of an object is one from now on. */
static void verilab_meet_address(unsigned long address) {
    unsigned long slot = (address - VERILAB_RANGE) / VERILAB_SLOT;
    if (verilab_in_range(address) && slot < VERILAB_HEAP_SLOT && slot >= verilab_next_slot) verilab_next_slot = (unsigned)slot + 1;
}

static unsigned long verilab_drawn_word(int function, unsigned long address) {
    unsigned long value = (unsigned long)verilab_drawn(function, VERILAB_WORD_BITS);
    if (verilab_recorded_last) verilab_recorded_last->word = 1 + (int)(address % sizeof(void *));
    return value;
}

static unsigned long verilab_chosen_pointer(int function, int mostly) {
    unsigned long value = verilab_drawn_word(function, 0);
    unsigned kind;
    if (verilab_steered_last) {
        verilab_meet_address(value);
        return value;
    }
    kind = verilab_below(16);
    if ((int)kind < mostly) value = verilab_provided();
    else if (kind < 14) value = 0;
    else if (kind == 14) value = (unsigned long)-(long)verilab_below(256);
    return (unsigned long)verilab_given((long long)value, VERILAB_WORD_BITS);
}

/* An address, nothing, or a number where it is looked at. */
static unsigned long verilab_chosen_word(unsigned long address) {
    unsigned long value = verilab_drawn_word(verilab_word_input, address);
    unsigned kind;
    if (verilab_steered_last) {
        verilab_meet_address(value);
        return value;
    }
    kind = verilab_below(16);
    if (kind < 7) value = verilab_provided();
    else if (kind < 11) value = 0;
    else if (kind < 15) value = (value & 0xffffffffUL) << 8 * (address % sizeof(void *));
    return (unsigned long)verilab_given((long long)value, VERILAB_WORD_BITS);
}

static int verilab_is_inside(unsigned long address) {
    unsigned long slot = (address - VERILAB_RANGE) / VERILAB_SLOT;
    if (!verilab_in_range(address)) return 0;
    if (slot < VERILAB_HEAP_SLOT) return slot < VERILAB_FIRST_SLOT || slot < verilab_next_slot;
    while (slot > VERILAB_HEAP_SLOT && !verilab_sizes[slot]) slot--;
    return verilab_sizes[slot] != VERILAB_FREED && address - (VERILAB_RANGE + slot * VERILAB_SLOT + VERILAB_MIDDLE) < verilab_sizes[slot];
}

/* How many bytes behind its address an instruction may reach: vectors, floating point and pairs of words reach farther than a word. */
static unsigned long verilab_reach(const unsigned char *code) {
    int i;
    for (i = 0; i < 4; i++, code++) {
        if (*code == 0x0F) { /* conditional moves and jumps, what sets and tests bits, what extends: of a word at most */
            int integers = (code[1] >= 0x40 && code[1] < 0x50) || (code[1] >= 0x80 && code[1] < 0xC0);
            return integers ? 0 : VERILAB_WIDE;
        }
        if (*code == 0xC4 || *code == 0xC5 || *code == 0x62 || *code == 0xF2 || *code == 0xF3 || (*code >= 0xD8 && *code <= 0xDF)) {
            if ((*code == 0xF2 || *code == 0xF3) && code[1] == 0x0F) continue;
            return VERILAB_WIDE;
        }
        if ((*code & 0xF0) != 0x40 && *code != 0x66 && *code != 0x2E && *code != 0x3E && *code != 0x64 && *code != 0x65 && *code != 0xF0) return 0;
    }
    return VERILAB_WIDE;
}

/* Once for each word; what is not looked at, but touched, is zero. */
static void verilab_choose_at(unsigned long address, int chosen) {
    unsigned long word = (address - VERILAB_RANGE) / sizeof(void *);
    if (verilab_is_chosen[word / 8] >> word % 8 & 1) return;
    verilab_is_chosen[word / 8] |= (unsigned char)(1 << word % 8);
    if (chosen) *(unsigned long *)(VERILAB_RANGE + word * sizeof(void *)) = verilab_chosen_word(address);
}

/* The run ends at this address: because of the last input that is near it, if there is one. */
static void verilab_stray(unsigned long address) {
    int i;
    for (i = verilab_recorded->count - 1; i >= 0; i--) {
        struct verilab_input *input = &verilab_recorded->inputs[i];
        unsigned long value = (unsigned long)input->value;
        if (!input->word || verilab_in_range(value)) continue;
        if (address - value + VERILAB_NEAR >= 2UL * VERILAB_NEAR) continue;
        verilab_recorded->stray = i + 1;
        break;
    }
    verilab_leave(0);
}

static void verilab_signal(int signal, char *information, char *context) {
    unsigned long address = *(unsigned long *)(information + VERILAB_ADDRESS_AT), at;
    unsigned long *flags = (unsigned long *)(context + VERILAB_FLAGS_AT);
    if (signal == VERILAB_TRAP) {
        if (!verilab_open) verilab_leave(0);
        while (verilab_open) verilab_syscall(SYS_MPROTECT, (long)verilab_open_pages[--verilab_open], 2 * VERILAB_PAGE, 0, 0);
        *flags &= ~(unsigned long)VERILAB_STEP_FLAG;
        return;
    }
    if (verilab_access_limit && ++verilab_accesses > verilab_access_limit) {
        verilab_covered->cut = 1;
        verilab_leave(0);
    }
    if (verilab_open == VERILAB_OPEN || !verilab_is_inside(address)) verilab_stray(address);
    verilab_open_pages[verilab_open] = address & -(unsigned long)VERILAB_PAGE;
    verilab_syscall(SYS_MPROTECT, (long)verilab_open_pages[verilab_open++], 2 * VERILAB_PAGE, 3, 0);
    verilab_choose_at(address, 1);
    if (address % sizeof(void *)) verilab_choose_at((address | (sizeof(void *) - 1)) + 1, 1);
    for (at = verilab_reach(*(unsigned char **)(context + VERILAB_PC_AT)); at >= sizeof(void *); at -= sizeof(void *))
        verilab_choose_at(address + at, 0);
    *flags |= VERILAB_STEP_FLAG;
}

static void verilab_begin_provision(unsigned seed) {
    static unsigned char stack[1 << 16] __attribute__((aligned(16)));
    struct verilab_action action = {verilab_signal, 4 /* SIGINFO */ | 0x04000000 /* RESTORER */ | 0x40000000 /* NODEFER */ | 0x08000000 /* ONSTACK */, verilab_restore, 0};
    struct { void *base; int flags; unsigned long size; } alternate = {stack, 0, sizeof stack};
    unsigned long length = (unsigned long)VERILAB_SLOT * VERILAB_SLOTS + VERILAB_PAGE, mapped;
    if (verilab_covered) verilab_access_limit = seed % VERILAB_LONG_RUN ? VERILAB_FEW_ACCESSES : VERILAB_MANY_ACCESSES;
    verilab_is_chosen = (unsigned char *)verilab_map(length / sizeof(void *) / 8 + 8, 0);
#ifdef __x86_64__
    mapped = (unsigned long)verilab_syscall6(SYS_MMAP, (long)VERILAB_RANGE, (long)length, 0, 0x104022, -1, 0);
    verilab_syscall(131, (long)&alternate, 0, 0, 0);
#else
    {
        unsigned long arguments[6] = {VERILAB_RANGE, length, 0, 0x104022, ~0UL, 0};
        mapped = (unsigned long)verilab_syscall(SYS_MMAP, (long)arguments, 0, 0, 0);
    }
    verilab_syscall(186, (long)&alternate, 0, 0, 0);
#endif
    if (mapped != VERILAB_RANGE) verilab_leave(0);
    verilab_syscall(SYS_SIGACTION, VERILAB_SEGV, (long)&action, 0, 8);
    verilab_syscall(SYS_SIGACTION, VERILAB_BUS, (long)&action, 0, 8);
    verilab_syscall(SYS_SIGACTION, VERILAB_TRAP, (long)&action, 0, 8);
}

/* The program's own allocations, where it has memory provided: nothing says what they hold.  None fails but for what is no size of an object:
   where there is no room left the run ends, since it shows nothing of a program whose allocations succeed. */
__attribute__((weak)) void *verilab_malloc(unsigned long size) {
    unsigned long slots = (size + VERILAB_MIDDLE) / VERILAB_SLOT + 1, slot = verilab_next_heap;
    if (size > (unsigned long)-1 / 2) return 0;
    if (size > (unsigned long)VERILAB_SLOT * 64 || verilab_next_heap + slots > VERILAB_SLOTS) verilab_leave(0);
    verilab_next_heap += (unsigned)slots;
    verilab_sizes[slot] = size ? size : 1;
    return (void *)(VERILAB_RANGE + slot * VERILAB_SLOT + VERILAB_MIDDLE);
}

static unsigned long verilab_allocated(char *block) {
    unsigned long slot = ((unsigned long)block - VERILAB_RANGE) / VERILAB_SLOT;
    return verilab_in_range((unsigned long)block) && slot >= VERILAB_HEAP_SLOT && (unsigned long)block % VERILAB_SLOT == VERILAB_MIDDLE && verilab_sizes[slot] != VERILAB_FREED ? verilab_sizes[slot] : 0;
}

/* What is freed is no object any more, and never another one. */
__attribute__((weak)) void verilab_free(char *block) {
    if (!block) return;
    if (!verilab_allocated(block)) verilab_leave(0);
    verilab_sizes[((unsigned long)block - VERILAB_RANGE) / VERILAB_SLOT] = VERILAB_FREED;
}

__attribute__((weak)) void *verilab_calloc(unsigned long count, unsigned long size) {
    unsigned long i, word;
    char *block = size && count > (unsigned long)-1 / 2 / size ? 0 : verilab_malloc(count * size);
    for (i = 0; block && i < count * size; i += sizeof(void *)) {
        word = ((unsigned long)block + i - VERILAB_RANGE) / sizeof(void *);
        verilab_is_chosen[word / 8] |= (unsigned char)(1 << word % 8);
    }
    return block;
}

__attribute__((weak)) void *verilab_realloc(char *old, unsigned long size) {
    unsigned long i, had = old ? verilab_allocated(old) : 0;
    char *block = verilab_malloc(size);
    if (old && !had) verilab_leave(0);
    for (i = 0; block && i < (had < size ? had : size); i++) block[i] = old[i];
    if (block) verilab_free(old);
    return block;
}

enum { VERILAB_REPETITIONS = 64 };
static int verilab_repetitions; /* in a row, and the next one is to come */
static struct verilab_input *verilab_repeated;
static int verilab_repeated_count, verilab_repeated_at;

/* After a run: whether another one is to have its inputs, but for the one that it came to a strange address by. */
static void verilab_prepare_repetition(void) {
    int i;
    if (!verilab_recorded->stray || verilab_recorded->reached || verilab_repetitions == VERILAB_REPETITIONS) {
        verilab_repetitions = 0;
        return;
    }
    if (!verilab_repeated) verilab_repeated = (struct verilab_input *)verilab_map(sizeof verilab_recorded->inputs, 0);
    verilab_repetitions++;
    verilab_repeated_count = verilab_recorded->count;
    verilab_repeated_at = verilab_recorded->stray - 1;
    verilab_next_slot = VERILAB_FIRST_SLOT; /* of this process only */
    for (i = 0; i < verilab_repeated_count; i++) {
        verilab_repeated[i] = verilab_recorded->inputs[i];
        if (verilab_repeated[i].word) verilab_meet_address((unsigned long)verilab_repeated[i].value);
    }
    verilab_repeated[verilab_repeated_at].value = (long long)verilab_provided();
    verilab_next_slot = VERILAB_FIRST_SLOT;
}

static void verilab_repeat(void) {
    int i;
    for (i = 0; i < VERILAB_MET_PLACES; i++) verilab_met_at[i] = -1;
    for (i = 0; i < VERILAB_FRESH_PLACES; i++) verilab_fresh_at[i] = -1;
    verilab_guide = verilab_repeated;
    verilab_guide_length = verilab_repeated_count;
}
