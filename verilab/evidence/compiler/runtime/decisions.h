/* What the program decides where its conditions are watched, for a model of it that is to decide the same.

   A run by force goes the other way at some conditions that no run has left on that side: there the program is in states that it may not
   have, but still does what C says.  It ends where it takes a choice that is not among its inputs, and when there is no more room. */
enum { VERILAB_SIDES = 2, VERILAB_MOST_FORCED = 6, VERILAB_BY_ITSELF = 8, VERILAB_IDLE = 24 };

static int verilab_watching; /* 0: nobody asks */
static int verilab_forces; /* how often this run may still be forced */
static unsigned char verilab_opened[VERILAB_CONDITIONS]; /* in the driver only: how many runs opened a condition, by 4 bits a side */

static int verilab_decided(int number, int outcome, int is_fixed) {
    struct verilab_record *record = verilab_recorded;
    int forced, other = 1 << !outcome;
    if (!verilab_watching || !record) return outcome;
    if (record->unrecorded || record->decided == VERILAB_DECISIONS) verilab_leave(0);
    if (!(record->met[number] & 1 << outcome)) record->fresh = 1;
    record->met[number] |= (unsigned char)(1 << outcome);
    forced = !is_fixed && verilab_forces > 0 && !(record->met[number] & other) && verilab_below(4)
             && (verilab_opened[number] >> 4 * !outcome & 15) < VERILAB_MOST_FORCED;
    record->decisions[record->decided++] = number << 2 | outcome << 1 | forced;
    if (!forced) return outcome;
    if (!(verilab_opened[number] >> 4 * !outcome & 15)) record->fresh = 1;
    verilab_forces--;
    record->forced++;
    return !outcome;
}

/* Called by the program with the number of a condition and its truth; the truth that it is to go on with. */
int verilab_decide(int number, int outcome) { return verilab_decided(number, outcome, 0); }

/* Of a condition that is constant for us. */
int verilab_see(int number, int outcome) { return verilab_decided(number, outcome, 1); }

/* In the driver, after a run: no condition is opened more often than there is something to be seen behind it. */
static void verilab_count_opened(void) {
    int i;
    for (i = 0; i < verilab_recorded->decided; i++)
        if (verilab_recorded->decisions[i] & 1) {
            int shift = verilab_recorded->decisions[i] & 2 ? 0 : 4;
            unsigned char *opened = &verilab_opened[verilab_recorded->decisions[i] >> 2];
            if ((*opened >> shift & 15) < 15) *opened = (unsigned char)(*opened + (1 << shift));
        }
}
