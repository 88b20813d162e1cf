"""Rule specs: a rule set's name with its options, and the neighbouring rule sets."""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.specs.packs import BUILT_IN as BUILT_IN
    from notation.specs.packs import PackError as PackError
    from notation.specs.packs import know_pack as know_pack
    from notation.specs.packs import know_packs as know_packs
    from notation.specs.packs import load_pack as load_pack
    from notation.specs.packs import pack_in as pack_in
    from notation.specs.packs import packs_named as packs_named
    from notation.specs.packs import read_pack as read_pack
    from notation.specs.spec import OPTION_OF as OPTION_OF
    from notation.specs.spec import OPTIONS as OPTIONS
    from notation.specs.spec import Change as Change
    from notation.specs.spec import Option as Option
    from notation.specs.spec import UnknownRules as UnknownRules
    from notation.specs.spec import changes_of as changes_of
    from notation.specs.spec import dealt_alike as dealt_alike
    from notation.specs.spec import parse_spec as parse_spec
    from notation.specs.spec import read_spec as read_spec
    from notation.specs.spec import tried_options as tried_options
    from notation.specs.spec import why_idle as why_idle
    from notation.specs.spec import with_options as with_options
    from notation.specs.spec import write_option as write_option
    from notation.specs.spec import write_spec as write_spec
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        packs="BUILT_IN PackError know_pack know_packs load_pack pack_in packs_named read_pack",
        spec="Change OPTIONS OPTION_OF Option UnknownRules changes_of dealt_alike parse_spec read_spec "
        "tried_options why_idle with_options write_option write_spec",
    )
