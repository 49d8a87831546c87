#!/usr/bin/python3
"""Validates outputs of ics2notify against their JSON Schemas (2020-12), with python3-jsonschema.

Usage: validate.py SCHEMAS OUTPUTS

SCHEMAS has the files NAME.schema.json. OUTPUTS has files NAME.ANYTHING.json with one document, or
NAME.ANYTHING.jsonl with one document on each line. Each error is printed on one line: the file,
the line number, the path in the document, and the expected value. The last lines are the numbers
of documents of each format. The exit status is 1 if there are errors.

A schema allows unknown keys, since minor changes of a format add some. This program writes no
unknown keys, so documents are also validated against a closed schema, in which an object has the
listed properties only.
"""

import concurrent.futures
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

# Keywords that contain schemas by name, and keywords with a schema or an array of schemas.
MAPS = ("properties", "$defs")
SCHEMAS = ("items", "additionalProperties", "oneOf", "anyOf")


def closed(schema):
    """The schema without additional properties."""
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
    """An object without duplicate keys; a parser would use the last one."""
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a key appears twice in one object")
    return dict(pairs)


def refuse(constant):
    """Rejects NaN and Infinity, which Python accepts and JSON does not."""
    raise ValueError(f"{constant} is not JSON")


def documents(path):
    """The line number and the text of each document in a file."""
    text = path.read_bytes().decode("utf-8", "strict")
    if path.suffix == ".json":
        return [(1, text)]
    # Not splitlines(), which also splits at U+2028.
    lines = text.split("\n")
    if lines.pop() != "":
        raise ValueError("the last line has no end")
    return list(enumerate(lines, start=1))


def mistakes(path):
    """The errors in a file, and its number of documents."""
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


# For each format, the open and the closed schema.
VALIDATORS = {}

if __name__ == "__main__":
    sys.exit(main())
