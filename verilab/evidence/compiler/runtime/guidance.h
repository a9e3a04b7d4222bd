/* Which inputs are worth another run: those that reached code which none had reached before, or reached it another number of times.

   What a run covers are pairs of basic blocks in a row (of the compiler's -fsanitize-coverage=trace-pc), hashed, with the magnitude of
   their number.  A run follows the inputs of an earlier one but for some places, or takes all its inputs afresh.  What the earlier one
   compared last (trace-cmp) is mostly what kept it from going on: an input that is one side of a comparison becomes the other side. */
#include "inputs.h"

#pragma GCC optimize("O2")

enum { VERILAB_PAIRS = 1 << 16, VERILAB_KEPT = 1 << 12, VERILAB_KEPT_INPUTS = 1 << 11, VERILAB_RECENT = 8, VERILAB_COMPARED = 16 };

struct verilab_comparison { unsigned long long sides[2]; int bits, count; }; /* ``count``: of the inputs before it */
struct verilab_coverage {
    unsigned blocks, cut, comparisons;
    struct verilab_comparison compared[VERILAB_COMPARED];
    unsigned char pairs[VERILAB_PAIRS];
};
struct verilab_kept {
    struct verilab_input *inputs;
    int count;
    unsigned pair, comparisons;
    struct verilab_comparison compared[VERILAB_COMPARED];
};

static struct verilab_coverage *verilab_covered; /* null where nobody asks for it */
static unsigned char *verilab_magnitudes;
static struct verilab_kept *verilab_queue;
static unsigned *verilab_runs_with; /* by pair, the number of runs that cover it */
static int verilab_queued;
static unsigned verilab_block_limit;

/* Called by the program in each of its basic blocks. */
void __sanitizer_cov_trace_pc(void) {
    static unsigned before;
    unsigned here;
    unsigned char *pair;
    if (!verilab_covered) return;
    if (verilab_block_limit && ++verilab_covered->blocks > verilab_block_limit) {
        verilab_covered->cut = 1;
        verilab_leave(0);
    }
    here = (unsigned)(unsigned long)__builtin_return_address(0) * 2654435761u >> 16;
    pair = &verilab_covered->pairs[(here ^ before) % VERILAB_PAIRS];
    before = here >> 1;
    if (*pair != 255) ++*pair;
}

static void verilab_compare(int bits, unsigned long long one, unsigned long long other) {
    struct verilab_comparison *compared;
    verilab_note(one);
    if (!verilab_covered) return;
    compared = &verilab_covered->compared[verilab_covered->comparisons++ % VERILAB_COMPARED];
    compared->bits = bits;
    compared->count = verilab_recorded->count;
    compared->sides[0] = one;
    compared->sides[1] = other;
}

/* Called by the program where it compares. */
void __sanitizer_cov_trace_cmp1(unsigned char a, unsigned char b) { verilab_note(b), verilab_compare(8, a, b); }
void __sanitizer_cov_trace_cmp2(unsigned short a, unsigned short b) { verilab_note(b), verilab_compare(16, a, b); }
void __sanitizer_cov_trace_cmp4(unsigned a, unsigned b) { verilab_note(b), verilab_compare(32, a, b); }
void __sanitizer_cov_trace_cmp8(unsigned long long a, unsigned long long b) { verilab_note(b), verilab_compare(64, a, b); }
void __sanitizer_cov_trace_const_cmp1(unsigned char a, unsigned char b) { verilab_compare(8, a, b); }
void __sanitizer_cov_trace_const_cmp2(unsigned short a, unsigned short b) { verilab_compare(16, a, b); }
void __sanitizer_cov_trace_const_cmp4(unsigned a, unsigned b) { verilab_compare(32, a, b); }
void __sanitizer_cov_trace_const_cmp8(unsigned long long a, unsigned long long b) { verilab_compare(64, a, b); }
void __sanitizer_cov_trace_cmpf(float a, float b) {
    union { float real; unsigned bits; } one, other;
    one.real = a;
    other.real = b;
    verilab_compare(32, one.bits, other.bits);
}
void __sanitizer_cov_trace_cmpd(double a, double b) {
    union { double real; unsigned long long bits; } one, other;
    one.real = a;
    other.real = b;
    verilab_compare(64, one.bits, other.bits);
}
void __sanitizer_cov_trace_switch(unsigned long long value, unsigned long long *cases) {
    if (verilab_covered && *cases) verilab_compare((int)cases[1], value, cases[2 + verilab_covered->comparisons % *cases]);
}

static void verilab_begin_guidance(void) {
    verilab_covered = (struct verilab_coverage *)verilab_map(sizeof *verilab_covered, 1);
    verilab_magnitudes = (unsigned char *)verilab_map(VERILAB_PAIRS, 0);
    verilab_runs_with = (unsigned *)verilab_map(VERILAB_PAIRS * sizeof *verilab_runs_with, 0);
    verilab_queue = (struct verilab_kept *)verilab_map(VERILAB_KEPT * sizeof *verilab_queue, 0);
}

/* Give an input that is one side of a comparison the other side's value, or one beside it, or any small one; and sometimes the same to a
   second input of its value, as what has to be equal has to change together. */
static void verilab_meet(const struct verilab_kept *kept) {
    unsigned long had = kept->comparisons < VERILAB_COMPARED ? kept->comparisons : VERILAB_COMPARED;
    const struct verilab_comparison *compared;
    unsigned long long mask, low, from;
    unsigned side = verilab_below(2), far = verilab_below(4);
    int place = 0, start, n, i, is_met;
    if (!had || !kept->count) return;
    far = verilab_below((unsigned)(far && had > 4 ? 4 : had));
    compared = &kept->compared[(kept->comparisons - 1 - far) % VERILAB_COMPARED];
    mask = compared->bits >= 64 ? ~0ULL : (1ULL << compared->bits) - 1;
    from = compared->sides[side];
    is_met = !((compared->sides[!side] ^ from) & mask);
    verilab_met = compared->sides[!side] + (!is_met && verilab_below(3) ? 0 : verilab_below(2) ? 1 : -1);
    if (!verilab_below(4)) verilab_met = verilab_mixed(compared->bits);
    if (verilab_provides && verilab_below(3)) compared = &kept->compared[(kept->comparisons - 1 - verilab_below((unsigned)had)) % VERILAB_COMPARED];
    if (verilab_provides && compared->count && compared->count <= kept->count && verilab_below(4)) {
        /* What is chosen when it is looked at is mostly compared at once, perhaps some bits of it only. */
        place = compared->count - 1 - (int)(verilab_below(2) ? 0 : verilab_below(compared->count < 4 ? (unsigned)compared->count : 4));
        verilab_met = compared->sides[0] ^ compared->sides[1];
        if (!verilab_met || !verilab_below(3)) verilab_met ^= 1ULL << verilab_below((unsigned)compared->bits);
        if (kept->inputs[place].word) verilab_met <<= 8 * (verilab_below(4) ? (unsigned)kept->inputs[place].word - 1 : verilab_below(sizeof(void *)));
        verilab_met ^= (unsigned long long)kept->inputs[place].value;
        verilab_met_at[0] = place;
        return;
    }
    for (i = 0; i < 1 + (int)verilab_below(VERILAB_MET_PLACES); i++) {
        /* What belongs together mostly stands together. */
        start = (int)verilab_below(i && verilab_below(2) ? 8 : (unsigned)kept->count);
        start = verilab_met_at[0] < 0 || start >= 8 ? start : verilab_met_at[0] + start + 4 * kept->count - 4;
        for (n = 0; n < kept->count; n++) {
            place = (start + n) % kept->count;
            low = kept->inputs[place].bits < 64 ? mask & ((1ULL << kept->inputs[place].bits) - 1) : mask;
            if (((unsigned long long)kept->inputs[place].value ^ from) & low) continue;
            verilab_met_at[i] = place;
            break;
        }
    }
}

/* What the next run follows: any of what was kept, one of the last, or mostly one that covers what few runs do. */
static void verilab_choose_guide(void) {
    unsigned long *words = (unsigned long *)verilab_covered->pairs;
    struct verilab_kept *kept;
    unsigned i, k, recent = verilab_below(4), kind = verilab_below(16);
    verilab_covered->blocks = verilab_covered->cut = verilab_covered->comparisons = 0;
    for (i = 0; i < VERILAB_MET_PLACES; i++) verilab_met_at[i] = -1;
    for (i = 0; i < VERILAB_PAIRS / sizeof *words; i++) words[i] = 0;
    verilab_guide_length = 0;
    for (i = 0; i < VERILAB_FRESH_PLACES; i++) verilab_fresh_at[i] = -1;
    if (!verilab_queued || kind < 2) return;
    i = (unsigned)verilab_queued;
    kept = &verilab_queue[i - 1 - verilab_below(recent || i < VERILAB_RECENT ? i : VERILAB_RECENT)];
    for (k = 0; recent > 1 && k < VERILAB_RECENT; k++) {
        struct verilab_kept *other = &verilab_queue[verilab_below(i)];
        if (verilab_runs_with[other->pair] < verilab_runs_with[kept->pair]) kept = other;
    }
    verilab_guide = kept->inputs;
    verilab_guide_length = kept->count;
    if (kind < 5) verilab_guide_length = (int)verilab_below((unsigned)kept->count + 1);
    else if (kind < 11) verilab_meet(kept);
    else
        for (i = 0; i < (kind < 13 ? 1 : 1 + verilab_below(VERILAB_FRESH_PLACES)); i++)
            verilab_fresh_at[i] = (int)verilab_below((unsigned)kept->count + 1);
}

/* Keep the inputs of the run that has ended, where it covers anything new. */
static void verilab_learn(void) {
    const unsigned long *words = (const unsigned long *)verilab_covered->pairs;
    unsigned i, k, is_new = 0, pair = 0;
    int n;
    struct verilab_kept *kept;
    for (i = 0; i < VERILAB_PAIRS / sizeof *words; i++) {
        if (!words[i]) continue;
        for (k = i * sizeof *words; k < (i + 1) * sizeof *words; k++) {
            unsigned times = verilab_covered->pairs[k], magnitude = 0;
            if (!times) continue;
            verilab_runs_with[k]++;
            while (times >>= 1) magnitude++;
            if (verilab_magnitudes[k] >> magnitude & 1) continue;
            verilab_magnitudes[k] |= (unsigned char)(1 << magnitude);
            is_new = 1;
            pair = k;
        }
    }
    if (!is_new || verilab_queued == VERILAB_KEPT || verilab_recorded->count > VERILAB_KEPT_INPUTS) return;
    kept = &verilab_queue[verilab_queued];
    kept->count = verilab_recorded->count;
    kept->pair = pair;
    kept->comparisons = verilab_covered->comparisons;
    for (i = 0; i < VERILAB_COMPARED; i++) kept->compared[i] = verilab_covered->compared[i];
    kept->inputs = (struct verilab_input *)verilab_map(((unsigned long)kept->count + 1) * sizeof *kept->inputs, 0);
    if ((unsigned long)kept->inputs > -4096UL) return;
    for (n = 0; n < kept->count; n++) kept->inputs[n] = verilab_recorded->inputs[n];
    verilab_queued++;
}
