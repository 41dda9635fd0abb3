"""All messages as one JSON Schema: the page's types are made from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import orjson
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from . import frames, requests, responses, tables
from .values import LIMITS, Message, OpenMessage

Json = dict[str, Any]
ABSTRACT = (requests.Command, requests.SeatCommand, requests.AgreedRequest)


class WithoutTitles(GenerateJsonSchema):
    """A schema in which only models have titles: a field's would become a type of its own."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Tell that no field's should."""
        return False


def models() -> Iterator[type[BaseModel]]:
    """Yield the models of all messages and of their parts."""
    for module in (requests, tables, responses, frames):
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, Message | OpenMessage) and each.model_fields:
                if each.__module__ == module.__name__ and each not in ABSTRACT:
                    yield each


def schema() -> Json:
    """Describe all messages; `limits` are the numbers that a page keeps to."""
    types: tuple[Any, ...] = (requests.TableCommand, requests.ClientFrame, frames.ServerFrame, *models())
    adapters = [TypeAdapter(each) for each in types]
    numbered = [(number, "validation", adapter) for number, adapter in enumerate(adapters)]
    _, described = TypeAdapter.json_schemas(numbered, schema_generator=WithoutTitles)  # type: ignore[arg-type]
    definitions: Json = described["$defs"]
    del definitions["TableRequest"]["properties"]["game"]["enum"]  # other packages bring games
    parts = set(re.findall(r'"#/\$defs/(\w+)"', orjson.dumps(definitions).decode()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "AnyMessage",
        "description": "Whatever comes to the server or leaves it.",
        "limits": LIMITS,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in definitions if name not in parts],
        "$defs": definitions,
    }
