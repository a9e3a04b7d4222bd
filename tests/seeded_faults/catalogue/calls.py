"""Faults of calls, variable arguments and switch."""

from tests.seeded_faults.fault import Fault, Layer

CALLS = (
    Fault(
        "va_arg: every argument takes one slot",
        Layer.CALLS,
        "verilab.program.lowering.calls.variadic",
        "distance = folding.constant(round_up(max(size_of(type, ctx.model), 1), SLOT_BYTES), ctx.pointer)",
        "distance = folding.constant(SLOT_BYTES, ctx.pointer)",
        programs="^arguments/behind_a_wide",
    ),
    Fault(
        "va_copy: starts again",
        Layer.CALLS,
        "verilab.program.lowering.calls.variadic",
        "_set(ctx, arguments[0], operators.require_expression(ctx, value, node), node)",
        "_set(ctx, arguments[0], address_of_place(place_of(ctx.variadic), ctx.model), node)",
        programs="^arguments/copied_list",
    ),
    Fault(
        "va_list: all calls share one",
        Layer.CALLS,
        "verilab.program.lowering.calls.variadic",
        "instance.variadic = own ctx.variadic = own",
        "instance.variadic = ctx.variadic = _shared(ctx.session)",
        programs="^arguments/list_across",
    ),
    Fault(
        "switch: the value is not promoted",
        Layer.CALLS,
        "verilab.program.lowering.statements.switch",
        "type = promote(value.type)",
        "type = value.type",
        programs="^arguments/case_of_a_promoted",
    ),
    Fault(
        "switch: no label behind the default is compared",
        Layer.CALLS,
        "verilab.program.lowering.statements.switch",
        "default = label elif",
        "default = label\n            ctx.jump(labels[id(label)])\n        elif",
        programs="^arguments/case_behind",
    ),
    Fault(
        "switch: lower end of a range excluded",
        Layer.CALLS,
        "verilab.program.lowering.statements.switch",
        'above = folding.binary(">=", selector',
        'above = folding.binary(">", selector',
        programs="^arguments/start_of_a_range",
    ),
    Fault(
        "switch: labels of a switch inside are compared, too",
        Layer.CALLS,
        "verilab.program.lowering.statements.switch",
        "_WITHOUT_LABELS = (c_ast.Switch, c_ast.FuncCall",
        "_WITHOUT_LABELS = (c_ast.FuncCall",
        programs="^arguments/switch_in_a_switch",
    ),
)
