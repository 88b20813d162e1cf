"""The limits of the service as a table, for people and for programs."""

from typing import Any

from viewer.documents.document import Column, DataTable, Document
from viewer.documents.languages import Language
from viewer.limits import Settings, limits


def limits_document(settings: Settings, spoken: Language) -> Document:
    """All bounds, as they are set."""
    return Document(spoken.say("Limits"), (limits_table(settings, spoken),), spoken.code)


def limits_table(settings: Settings, spoken: Language) -> DataTable:
    """A row for each bound."""
    columns = (
        Column(spoken.say("name")),
        Column(spoken.say("limit"), number=True),
        Column(spoken.say("unit")),
        Column(spoken.say("of what")),
        Column(spoken.say("beyond it")),
        Column(spoken.say("set by")),
    )
    rows = (
        (
            each.name,
            str(each.value),
            spoken.put(each.unit),
            spoken.put(each.about),
            spoken.put(each.beyond),
            each.variable,
        )
        for each in limits(settings)
    )
    return DataTable(columns, tuple(rows))


def limits_json(settings: Settings) -> dict[str, Any]:
    """The same as an object, in English."""
    return {
        "limits": [
            {
                "name": each.name,
                "value": each.value,
                "unit": str(each.unit),
                "about": str(each.about),
                "beyond": str(each.beyond),
                "variable": each.variable or None,
            }
            for each in limits(settings)
        ]
    }
