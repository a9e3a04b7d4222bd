/* Where the values of a run come from: steered ones first, then random ones; each is recorded in memory that the driver shares.

   Random integers are small, of the program's own constants, at a type's boundaries, or of any bits; the seed chooses the mixture. */
#include "system.h"

enum { VERILAB_RECORDED = 1 << 14, VERILAB_CLAIMED_VALUES = 48, VERILAB_LATE = 16, VERILAB_NOTED = 64, VERILAB_FRESH_PLACES = 4, VERILAB_MET_PLACES = 3, VERILAB_ARENA = 1 << 20, VERILAB_BUFFER = 4096, VERILAB_CONDITIONS = 4000, VERILAB_DECISIONS = 4096 };

struct verilab_input { int function, bits, word; long long value; }; /* ``word``: of a word of provided memory, one more than the byte that was looked at */
struct verilab_steered { int function; int used; long long value; };
/* ``unrecorded``: the run chose something that is not among its inputs. */
struct verilab_record {
    int drew, count, reached, sandboxed, unrecorded;
    int leapt, claim; /* see claims.h */
    long passed;
    long late[VERILAB_LATE]; /* of the first places: at which of its arrivals a run came there for the last time, the run before or an earlier one */
    long long values[VERILAB_CLAIMED_VALUES];
    int arguments, decided, forced, fresh; /* see decisions.h */
    int stray; /* see provided.h */
    unsigned char met[VERILAB_CONDITIONS];
    int decisions[VERILAB_DECISIONS];
    unsigned long long noted[VERILAB_NOTED]; /* what runs have compared something with, the last of those with the same hash */
    struct verilab_input inputs[VERILAB_RECORDED];
};

extern const long long verilab_constants[];
extern const int verilab_constant_count;

extern const int verilab_provides; /* see provided.h */
extern const int verilab_word_input;
static unsigned long verilab_chosen_pointer(int function, int mostly);

static struct verilab_record *verilab_recorded;
static struct verilab_steered *verilab_vector;
static int verilab_vector_length;
static struct verilab_input *verilab_guide;
static int verilab_guide_length;
static int verilab_fresh_at[VERILAB_FRESH_PLACES];
static int verilab_met_at[VERILAB_MET_PLACES];
static unsigned long long verilab_met;
static int verilab_steered_last;
static struct verilab_input *verilab_recorded_last;
static unsigned long long verilab_state = 88172645463325252ULL;
static unsigned verilab_style;
static int verilab_notes; /* whether they are wanted */
static int verilab_probe[2] = {-1, -1};

static unsigned long long verilab_random(void) {
    verilab_state ^= verilab_state << 13;
    verilab_state ^= verilab_state >> 7;
    verilab_state ^= verilab_state << 17;
    return verilab_state * 2685821657736338717ULL >> 11;
}

static unsigned verilab_below(unsigned bound) { return (unsigned)verilab_random() % bound; }

static void verilab_note(unsigned long long value) {
    if (verilab_notes) verilab_recorded->noted[value * 0x9E3779B97F4A7C15ULL >> 58] = value;
}

/* One of the program's constants, which mostly fits into the type, or a neighbour of it. */
static unsigned long long verilab_constant(int bits) {
    static const int around[] = {0, 0, 0, 0, 0, 0, 1, -1};
    unsigned long long value;
    int attempts = 4;
    do value = (unsigned long long)verilab_constants[verilab_below((unsigned)verilab_constant_count)];
    while (--attempts && bits < 64 && value >> bits);
    return value + (unsigned long long)around[verilab_below(8)];
}

static unsigned long long verilab_mixed(int bits) {
    static unsigned long long last;
    unsigned kind = verilab_below(16);
    unsigned long long any = verilab_random() ^ verilab_random() << 32;
    if (verilab_style == 0) kind = kind < 15 ? 0 : kind;
    if (verilab_style == 1) kind = kind < 15 ? 4 : kind;
    if (verilab_style == 3) kind = kind < 9 ? 12 : kind;
    /* Values that nearly all differ, so that what is compared tells which input it is. */
    if (verilab_style == 4 && kind < 14 && bits > 1) return last = any & ((1ULL << (bits > 16 ? 15 : bits - 1)) - 1);
    if (kind < 4) return last = (unsigned long long)(long long)((int)verilab_below(12) - 2);
    if (kind < 9 && verilab_constant_count) return last = verilab_constant(bits);
    if (kind < 11) {
        unsigned long long top = 1ULL << (bits - 1);
        const unsigned long long edges[] = {top, top - 1, top + 1, top - 2, ~0ULL, 0};
        return last = edges[verilab_below(6)];
    }
    if (kind < 14) return last = verilab_below(2);
    if (kind < 15) return last;
    return last = any >> verilab_below(64);
}

/* The value that the guide has at this place; at a place that is to be fresh sometimes one near it, or one from elsewhere. */
static int verilab_guided(int function, unsigned long long *value) {
    int place = verilab_recorded->count, i, is_fresh = 0;
    unsigned kind;
    if (place >= verilab_guide_length || verilab_guide[place].function != function) return 0;
    *value = (unsigned long long)verilab_guide[place].value;
    for (i = 0; i < VERILAB_FRESH_PLACES; i++) is_fresh |= verilab_fresh_at[i] == place;
    for (i = 0; i < VERILAB_MET_PLACES; i++)
        if (verilab_met_at[i] == place) *value = verilab_met;
    if (!is_fresh) return 1;
    kind = verilab_below(8);
    if (kind == 0) *value += verilab_below(2) ? 1 : -1;
    if (kind == 1) *value = (unsigned long long)verilab_guide[verilab_below((unsigned)verilab_guide_length)].value;
    return kind < 2;
}

static unsigned long long verilab_drawn(int function, int bits) {
    unsigned long long value;
    int i, found = 0;
    if (!verilab_recorded) return 0;
    for (i = 0; i < verilab_vector_length && !found; i++)
        if (!verilab_vector[i].used && verilab_vector[i].function == function) {
            verilab_vector[i].used = found = 1;
            value = (unsigned long long)verilab_vector[i].value;
        }
    if (!found) found = verilab_guided(function, &value);
    if (!found) value = verilab_mixed(bits);
    verilab_steered_last = found;
    verilab_recorded->drew = 1;
    verilab_recorded_last = 0;
    if (verilab_recorded->count < VERILAB_RECORDED) {
        verilab_recorded_last = &verilab_recorded->inputs[verilab_recorded->count++];
        verilab_recorded_last->function = function;
        verilab_recorded_last->bits = bits;
        verilab_recorded_last->word = 0;
        verilab_recorded_last->value = (long long)(bits < 64 ? value & ((1ULL << bits) - 1) : value);
    } else verilab_recorded->unrecorded = 1;
    return value;
}

/* What the program really gets of the value that was drawn last. */
static long long verilab_given(long long value, int bits) {
    if (verilab_recorded_last) {
        verilab_recorded_last->value = value;
        verilab_recorded_last->bits = bits;
    }
    return value;
}

/* The run takes a choice that is no value of an input. */
static void verilab_choose(void) { verilab_recorded->drew = verilab_recorded->unrecorded = 1; }

/* Whether the byte can be read and written: asked of the system, which gives an answer instead of a signal. */
static int verilab_accessible(char *p) {
    char byte;
    if ((unsigned long)p < 4096) return 0;
    if (verilab_syscall(SYS_WRITE, verilab_probe[1], (long)p, 1, 0) != 1) return 0;
    if (verilab_syscall(SYS_READ, verilab_probe[0], (long)p, 1, 0) == 1) return 1;
    verilab_syscall(SYS_READ, verilab_probe[0], (long)&byte, 1, 0);
    return 0;
}

#ifdef VERILAB_NO_LIBRARY
enum { VERILAB_INNER_WORDS = 1 };
#else
enum { VERILAB_INNER_WORDS = 8 };
#endif
extern void *__asan_region_is_poisoned(void *, unsigned long) __attribute__((weak));

/* The pointer that lies at this place, NULL where it is no part of the object: only the address sanitizer knows. */
static char *__attribute__((no_sanitize("address"))) verilab_word(char *at) {
    if (__asan_region_is_poisoned && __asan_region_is_poisoned(at, sizeof(char *))) return 0;
    return *(char **)at;
}

/* One byte, which fits into whatever is there; an address mostly stays, so that the program can go on. */
static void verilab_store(char *object, unsigned long size) {
    unsigned long at;
    if (size <= 1) {
        *object = (char)verilab_mixed(8);
        return;
    }
    for (at = 0; at < size && at < VERILAB_BUFFER;) {
        unsigned long unit = size - at >= 4 && !((unsigned long)(object + at) % 4) ? 4 : 1;
        int address = sizeof(char *) <= size && verilab_accessible(verilab_word(object + at / sizeof(char *) * sizeof(char *)));
        if (verilab_below(address ? 16 : 4) == 0 || (size <= 8 && !address)) {
            unsigned long long value = verilab_mixed((int)(8 * unit));
            if (unit == 4) *(unsigned *)(object + at) = (unsigned)value;
            else object[at] = (char)value;
        }
        at += unit;
    }
}

/* An external function may store through the pointers it gets, and through those that lie in the objects they point to.

   ``size`` is 0 where the object's is not known. */
void verilab_argument(void *pointer, unsigned long size, int constant, int depth) {
    char *object = pointer;
    /* Of an object of unknown size mostly its first word: a pointer behind it may be another's, which only the sanitizer tells. */
    unsigned long at, scanned = !depth && size ? size : (verilab_below(4) ? 1 : VERILAB_INNER_WORDS) * sizeof(char *);
    if (!verilab_recorded || verilab_provides) return;
    verilab_choose();
    if (!verilab_below(8) || !verilab_accessible(object)) return;
    if (depth < 4 && !((unsigned long)object % sizeof(char *)))
        for (at = 0; at + sizeof(char *) <= scanned && at < VERILAB_BUFFER; at += sizeof(char *)) {
            char *inner = verilab_word(object + at);
            if (inner != object && verilab_accessible(inner)) verilab_argument(inner, 1, 0, depth + 1);
        }
    if (!constant && (size || depth)) verilab_store(object, depth ? 1 : size);
}

/* What an object holds that is declared and nowhere defined. */
void verilab_variable(void *object, unsigned long size) {
    unsigned long at;
    if (!verilab_recorded) return;
    if (verilab_provides) { /* all its words are the same */
        unsigned long word = verilab_chosen_pointer(verilab_word_input, 8);
        for (at = 0; at < size; at += sizeof word) *(unsigned long *)((char *)object + at) = word;
        return;
    }
    verilab_choose();
    if (verilab_below(3) == 0) return;
    for (at = 0; at < size; at += 4) *(unsigned *)((char *)object + at) = (unsigned)verilab_mixed(32);
}

static void *verilab_fresh(void) {
    static char *arena;
    static unsigned long used;
    char *buffer;
    unsigned i;
    if (!arena) arena = (char *)verilab_map(VERILAB_ARENA, 0);
    if ((unsigned long)arena > -4096UL || used + VERILAB_BUFFER > VERILAB_ARENA) return 0;
    buffer = arena + used;
    used += VERILAB_BUFFER;
    if (!verilab_below(3))
        for (i = 0; i < VERILAB_BUFFER / 4; i++) ((unsigned *)buffer)[i] = (unsigned)verilab_mixed(32);
    return buffer;
}

/* What an external function returns: NULL, an object of its own, or one of the pointers that it was given. */
static void *verilab_pointer(int function, void **arguments, int count) {
    unsigned kind;
    if (verilab_provides && verilab_recorded) return (void *)verilab_chosen_pointer(function, 11);
    kind = (unsigned)verilab_drawn(function, 32);
    if (kind % 4 == 0) return (void *)(long)verilab_given(0, 8 * sizeof(void *));
    verilab_recorded->unrecorded = 1;
    if (kind % 4 == 1 && count) return arguments[verilab_below((unsigned)count)];
    return verilab_fresh();
}

int verilab_chosen(void) {
    if (!verilab_recorded || verilab_provides) return 0;
    verilab_choose();
    return verilab_below(2) == 0;
}

enum { VERILAB_POINTER_CLASS = 5, VERILAB_REAL_CLASS = 8 };

/* 2 to this power, of a double's normal ones. */
static double verilab_power(int exponent) {
    union { double real; long long bits; } power;
    power.bits = (long long)(1023 + exponent) << 52;
    return power.real;
}

/* A small number, or a quarter of it; every fourth time a large or tiny one, of which sums are rounded. */
static double verilab_scaled(long long value) {
    switch (verilab_below(8)) {
    case 0: return (double)value * verilab_power((int)verilab_below(64));
    case 1: return (double)value * verilab_power(-(int)verilab_below(64));
    default: return (double)value / (verilab_below(2) ? 1 : 4);
    }
}

/* A number of floating point, as the bits that it is steered by and recorded as. */
static void verilab_real(int function, void *result, unsigned long size) {
    union { float real; unsigned bits; } single;
    union { double real; long long bits; } twice;
    long long value = (long long)verilab_drawn(function, 16);
    if (size != sizeof(float) && size != sizeof(double)) {
        *(long double *)result = (long double)value / (verilab_below(2) ? 1 : 4);
        if (verilab_recorded) verilab_recorded->unrecorded = 1;
        return;
    }
    twice.bits = value;
    single.bits = (unsigned)value;
    if (!verilab_steered_last) {
        twice.real = verilab_scaled(value);
        single.real = (float)twice.real;
    }
    verilab_given(size == sizeof(float) ? (long long)single.bits : twice.bits, (int)(8 * size));
    if (size == sizeof(float)) *(float *)result = single.real;
    else *(double *)result = twice.real;
}

/* Fill the result of an external function: ``class`` is __builtin_classify_type's. */
void verilab_result(int function, void *result, unsigned long size, int class, int truth, void **arguments, int count) {
    unsigned char *bytes = result;
    unsigned long at;
    if (class == VERILAB_POINTER_CLASS) {
        *(void **)result = verilab_pointer(function, arguments, count);
    } else if (class == VERILAB_REAL_CLASS) {
        verilab_real(function, result, size);
    } else if (truth) {
        *bytes = (unsigned char)verilab_given((long long)verilab_drawn(function, 1) & 1, 1);
    } else {
        for (at = 0; at < size;) {
            unsigned long unit = size - at >= 8 && size == 8 ? 8 : size - at >= 4 ? 4 : size - at >= 2 ? 2 : 1, i;
            unsigned long long value = verilab_drawn(function, (int)(8 * unit));
            for (i = 0; i < unit; i++) bytes[at++] = (unsigned char)(value >> 8 * i);
        }
    }
}
