#!/usr/bin/python3
"""Holds outputs of ics2notify against their JSON Schemas (2020-12), with Debian's python3-jsonschema.

Usage: validate.py SCHEMAS OUTPUTS

SCHEMAS has the files NAME.schema.json; OUTPUTS any number of files NAME.ANYTHING.json with one
document, or NAME.ANYTHING.jsonl with one in each line. What is wrong is printed, a line for each
mistake: the file, the number of the line, the path in the document, and what was expected. The last
lines say how many documents of each format were looked at. The exit status is 1 where anything is
wrong.

A schema leaves unknown keys open, since a minor change of a format adds some. What this program
writes has none of them: so documents are held against a second, closed form as well, in which an
object has its properties and no others.
"""

import concurrent.futures
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

# What holds schemas by names of its own, and what holds a schema or an array of them.
MAPS = ("properties", "$defs")
SCHEMAS = ("items", "additionalProperties", "oneOf", "anyOf")


def closed(schema):
    """The schema with no other properties than those that it names."""
    if isinstance(schema, list):
        return [closed(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    result = dict(schema)
    for key, value in schema.items():
        if key in MAPS:
            result[key] = {name: closed(inner) for name, inner in value.items()}
        elif key in SCHEMAS:
            result[key] = closed(value)
    if "properties" in schema:
        result["additionalProperties"] = False
    return result


def unique(pairs):
    """An object whose keys stand in it once; a parser would take the last of several."""
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


def refuse(constant):
    """NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(f"{constant} is no JSON")


def documents(path):
    """The number of the line and the text of each document of a file."""
    text = path.read_bytes().decode("utf-8", "strict")
    if path.suffix == ".json":
        return [(1, text)]
    # Not splitlines(), which also takes U+2028 for the end of a line.
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError("the last line has no end")
    return list(enumerate(lines, start=1))


def mistakes(path):
    """What is wrong in a file, and how many documents it has."""
    found = []
    count = 0
    forms = VALIDATORS[path.name.split(".")[0]]
    try:
        for line, text in documents(path):
            count += 1
            document = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
            seen = set()
            for validator in forms:
                for error in validator.iter_errors(document):
                    where = f"{path.name}:{line}: {error.json_path}: {error.message[:400]}"
                    if where not in seen:
                        seen.add(where)
                        found.append(where)
    except ValueError as error:
        found.append(f"{path.name}: {error}")
    return found, count


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.schema.json")):
        schema = json.loads(path.read_text("utf-8"), object_pairs_hook=unique)
        for form in (schema, closed(schema)):
            Draft202012Validator.check_schema(form)
        VALIDATORS[path.name.split(".")[0]] = [
            Draft202012Validator(form) for form in (schema, closed(schema))
        ]
    files = sorted(pathlib.Path(sys.argv[2]).glob("*.json*"))
    wrong = 0
    counts = dict.fromkeys(VALIDATORS, 0)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for path, (found, count) in zip(files, pool.map(mistakes, files, chunksize=4)):
            wrong += len(found)
            for line in found:
                print(line)
            counts[path.name.split(".")[0]] += count
    for name, count in counts.items():
        print(f"{name} {count}")
    return 1 if wrong else 0


# By the names of the formats: the open and the closed form.
VALIDATORS = {}

if __name__ == "__main__":
    sys.exit(main())
