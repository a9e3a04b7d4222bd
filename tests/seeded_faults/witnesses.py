"""A few faults with a program and a setting that show them, for a quick test."""

WITNESSES = {
    "join: the first branch's value on both paths": ("joins/two_paths_join_f", "predicate"),
    "join: interval of the first path (many-way)": ("joins/early_exit_keeps_the_condition_f", "predicate"),
    "assumptions: negation of < is >": ("branches/negation_at_the_bound_f", "predicate"),
    "integers: sums do not wrap": ("arithmetic/unsigned_wraps_around_f", "predicate"),
    "integers: or as sum": ("arithmetic/mask_of_negative_f", "predicate"),
    "bit vectors: sign extension lost": ("conversions/widening_keeps_the_sign_f", "bit vectors"),
    "cases: the last target is dropped": ("pointers/pointer_to_pointer_t", "auto"),
    "calls: parameters in reverse order": ("functions/order_of_parameters_t", "auto"),
    "layout: members of a union follow each other": ("layout/bytes_of_a_union_f", "auto"),
    "equalities: x != c teaches x = c": ("loops/equality_does_not_teach_f", "auto"),
    "macros: ## exchanges what it joins": ("syntax/joined_names_s", "auto"),
    "layout: packed is ignored": ("records/packed_record_s", "auto"),
    "initialisers: a whole keeps what was said of its parts": ("initial/whole_erases_its_parts_s", "auto"),
    "semantics: exclusive or is inclusive": ("constants/exclusive_or_s", "auto"),
}
