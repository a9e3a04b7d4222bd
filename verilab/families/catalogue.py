"""All task families by name."""

from __future__ import annotations

from verilab.families.control import event_condition_action, lock_protocol, product_line, sequentialised_threads
from verilab.families.data import call_chain, flag_register, linear_accumulators, ring_buffer
from verilab.families.drivers import driver_protocol, kernel_module
from verilab.families.family import Family
from verilab.families.papers import (
    bit_counter,
    boolean_or_counter,
    bounded_sum,
    copy_chain,
    counted_loop,
    exchange_loops,
    flat_counter,
    gripper,
    lockstep_loop,
    nested_counter,
    summing_loop,
)

_MODULES = (
    boolean_or_counter,
    summing_loop,
    bounded_sum,
    bit_counter,
    flat_counter,
    nested_counter,
    lockstep_loop,
    exchange_loops,
    gripper,
    copy_chain,
    counted_loop,
    lock_protocol,
    event_condition_action,
    product_line,
    sequentialised_threads,
    linear_accumulators,
    driver_protocol,
    kernel_module,
    ring_buffer,
    call_chain,
    flag_register,
)


def families() -> dict[str, Family]:
    """Every family by its name: first the programs of the papers, then our own generators."""
    return {module.FAMILY.name: module.FAMILY for module in _MODULES}
