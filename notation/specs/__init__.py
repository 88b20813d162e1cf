"""Rule specs: a rule set's name with its options, and the neighbouring rule sets."""

from typing import TYPE_CHECKING

from notation.faces import lazy

if TYPE_CHECKING:
    from notation.specs.neighbours import Change, changes_of, dealt_alike, tried_options, with_options
    from notation.specs.packs import (
        BUILT_IN,
        PackError,
        know_pack,
        know_packs,
        load_pack,
        pack_in,
        packs_named,
        read_pack,
    )
    from notation.specs.spec import (
        OPTION_OF,
        OPTIONS,
        Option,
        UnknownRules,
        parse_spec,
        read_spec,
        why_idle,
        write_option,
        write_spec,
    )
else:
    __getattr__, __dir__ = lazy(
        __name__,
        neighbours="Change changes_of dealt_alike tried_options with_options",
        packs="BUILT_IN PackError know_pack know_packs load_pack pack_in packs_named read_pack",
        spec="OPTIONS OPTION_OF Option UnknownRules parse_spec read_spec why_idle write_option write_spec",
    )

__all__ = [
    "BUILT_IN",
    "OPTIONS",
    "OPTION_OF",
    "Change",
    "Option",
    "PackError",
    "UnknownRules",
    "changes_of",
    "dealt_alike",
    "know_pack",
    "know_packs",
    "load_pack",
    "pack_in",
    "packs_named",
    "parse_spec",
    "read_pack",
    "read_spec",
    "tried_options",
    "why_idle",
    "with_options",
    "write_option",
    "write_spec",
]
