/* The claims of a proof, where the program passes them: a false one ends the run and is told.

   Every fourth run is one of the program as it is.  The others leave it: in front of a loop they replace values by others with which the
   state is one that the claim allows, so that whoever checked the claim to be inductive has said that the run still finds all claims true
   and reaches no error. */
enum { VERILAB_SHOWN = VERILAB_CLAIMED_VALUES, VERILAB_ARRIVALS = 3000, VERILAB_ATTEMPTS = 12, VERILAB_POINTERS = 5, VERILAB_REALS = 8 };

struct verilab_place { int values; const unsigned char *open; int (*holds)(const long long *); int guards; int (*guard)(int, const long long *); };
extern const struct verilab_place verilab_places[] __attribute__((weak));

static int verilab_leaps; /* how often this run may still replace values */
static unsigned verilab_rarely;
static long verilab_arrivals;
static long verilab_due; /* at which arrival the first value is replaced, 0: at any */

static long long verilab_seen(const void *at, int kind) {
    int size = kind & 255, class = kind >> 8 & 255, is_signed = kind >> 16 & 1;
    if (size == 1) return is_signed ? *(const signed char *)at : *(const unsigned char *)at;
    if (size == 2) return is_signed ? *(const short *)at : *(const unsigned short *)at;
    if (size == 4) return is_signed && class < VERILAB_POINTERS ? *(const int *)at : (long long)*(const unsigned *)at;
    return size == 8 ? *(const long long *)at : 0;
}

/* The value as an object of that kind has it. */
static long long verilab_kept_value(unsigned long long value, int kind) {
    int bits = 8 * (kind & 255);
    if (kind >> 17 & 1) return (long long)(value & 1);
    if (bits >= 64) return (long long)value;
    value &= (1ULL << bits) - 1;
    if (kind >> 16 & 1 && value >> (bits - 1)) value |= ~0ULL << bits;
    return (long long)value;
}

static void verilab_put(void *at, int kind, long long value) {
    int size = kind & 255;
    if (size == 1) *(char *)at = (char)value;
    if (size == 2) *(short *)at = (short)value;
    if (size == 4) *(int *)at = (int)value;
    if (size == 8) *(long long *)at = value;
}

/* What a run has compared something with, or 0. */
static long long verilab_noted_value(void) {
    unsigned first = verilab_below(VERILAB_NOTED), i;
    for (i = 0; i < VERILAB_NOTED; i++)
        if (verilab_recorded->noted[(first + i) % VERILAB_NOTED]) return (long long)verilab_recorded->noted[(first + i) % VERILAB_NOTED];
    return 0;
}

static int verilab_allowed_after(const struct verilab_place *place, const long long *before, const long long *after) {
    int n;
    for (n = 0; n < place->guards; n++)
        if (place->guard(n, before) && !place->guard(n, after)) return 0;
    return 1;
}

static void verilab_leap(const struct verilab_place *place, void **at, const int *kinds, const long long *before) {
    long long after[VERILAB_SHOWN];
    int attempt, i, changed;
    for (attempt = 0; attempt < VERILAB_ATTEMPTS; attempt++) {
        unsigned few = verilab_below(3);
        changed = 0;
        for (i = 0; i < place->values; i++) {
            unsigned kind = verilab_below(8);
            after[i] = before[i];
            if (!place->open[i] || (few && verilab_below(few + 1))) continue;
            if (kind == 0) after[i] = before[i] + (verilab_below(2) ? 1 : -1);
            else if (kind == 1) after[i] = before[verilab_below((unsigned)place->values)];
            else if (kind < 6) after[i] = verilab_noted_value();
            else after[i] = (long long)(kind < 7 ? verilab_constant(8 * (kinds[i] & 255)) : verilab_mixed(8 * (kinds[i] & 255)));
            after[i] = verilab_kept_value((unsigned long long)after[i], kinds[i]);
            changed |= after[i] != before[i];
        }
        if (!changed || !verilab_allowed_after(place, before, after)) continue;
        for (i = 0; i < place->values; i++)
            if (after[i] != before[i]) verilab_put(at[i], kinds[i], after[i]);
        verilab_choose();
        verilab_recorded->leapt = verilab_recorded->leapt ? verilab_recorded->leapt : (int)(place - verilab_places) + 1;
        verilab_leaps--;
        return;
    }
}

/* Called by the program in front of the condition of a loop: for each value of the place its address and its kind. */
void verilab_at(int number, ...) {
    const struct verilab_place *place = &verilab_places[number];
    __builtin_va_list shown;
    void *at[VERILAB_SHOWN];
    int kinds[VERILAB_SHOWN], i;
    long long values[VERILAB_SHOWN];
    if (!verilab_recorded || verilab_watching || ++verilab_arrivals > VERILAB_ARRIVALS) return;
    __builtin_va_start(shown, number);
    for (i = 0; i < place->values; i++) {
        at[i] = __builtin_va_arg(shown, void *);
        kinds[i] = __builtin_va_arg(shown, int);
        values[i] = verilab_seen(at[i], kinds[i]);
    }
    __builtin_va_end(shown);
    verilab_recorded->passed++;
    if (number < VERILAB_LATE) verilab_recorded->late[number] = verilab_arrivals;
    if (!place->holds(values)) {
        verilab_recorded->claim = number + 1;
        for (i = 0; i < place->values; i++) verilab_recorded->values[i] = values[i];
        verilab_recorded->reached = 1;
        verilab_leave(ERROR_REACHED);
    }
    if (verilab_leaps > 0 && (verilab_due ? verilab_arrivals >= verilab_due : !verilab_below(verilab_rarely))) verilab_leap(place, at, kinds, values);
}

/* What this run does; ``steered``: it has inputs that are not to be disturbed. */
static void verilab_choose_leaps(unsigned seed, int steered) {
    verilab_leaps = steered || !verilab_places || seed % 4 == 0 ? 0 : 1 + (int)verilab_below(4);
    verilab_rarely = 1u << (verilab_below(2) ? 0 : verilab_below(7));
    /* What is replaced when a loop is about to end is what the rest of the program gets: a scrambling has no rounds left to scramble it. */
    verilab_due = verilab_leaps ? verilab_recorded->late[verilab_below(VERILAB_LATE)] : 0;
    verilab_due = verilab_due && verilab_below(4) ? verilab_due : 0;
    verilab_arrivals = 0;
    verilab_notes = 1;
}
