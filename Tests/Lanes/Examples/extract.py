#!/usr/bin/python3
"""Turns the Swift examples of the documentation into sources that swiftc compiles.

Usage: extract.py DIRECTORY (portable | apple)

Examples are the blocks marked `swift` in the doc comments below Sources, and in the Markdown files
there and in .github. With "apple", only the examples that import a framework of Apple are written,
with "portable" only the others.

Each document becomes one source in DIRECTORY, and each example one function in it. A function has
the parameters of `Given` in Support.swift. The source main.swift calls all functions. `print`
compares what an example prints with the comment behind the call, and main.swift reports calls
that were not reached. `#sourceLocation` makes every message name the document and its line.
"""

import pathlib
import re
import sys

APPLE = {"BackgroundTasks", "EventKit", "UserNotifications"}
COMMON = {"CalendarReminders", "Foundation"}


def examples(path):
    """Yields the first line number and the lines of each example in a file."""
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".swift":
        lines = [re.sub(r"^ */// ?", "", line) for line in lines]
    start = None
    for index, line in enumerate(lines):
        if line == "```swift":
            start = index + 1
        elif line == "```" and start is not None:
            yield start + 1, lines[start:index]
            start = None
        elif line.lstrip().startswith("```swift"):
            sys.exit(f"{path}:{index + 1}: an example must not be indented")
    if start is not None:
        sys.exit(f"{path}:{start}: the example does not end")


def main(output, kind):
    root = pathlib.Path(__file__).resolve().parents[3]
    paths = []
    for folder, pattern in (("Sources", "*.swift"), ("Sources", "*.md"), (".github", "*.md")):
        paths += sorted((root / folder).rglob(pattern))
    calls, prints = [], []
    for path in paths:
        document = path.relative_to(root)
        # A doc comment can use the module that declares it.
        own = {document.parts[1]} if path.suffix == ".swift" else set()
        imports, functions = COMMON | own, []
        for first, lines in examples(path):
            own = {line.split()[1] for line in lines if line.startswith("import ")}
            if bool(own & APPLE) != (kind == "apple"):
                continue
            imports |= own
            name = re.sub(r"\W", "_", f"{document}_{first}")
            calls.append(name)
            functions += [
                f"func {name}(_ given: Given, print: Printer) async throws {{",
                "let (standUp, options, plan, memory) = given.values",
                "_ = (standUp, options, plan, memory)",
                "do {",
                f'#sourceLocation(file: "{document}", line: {first})',
                *("" if line.startswith("import ") else line for line in lines),
                "#sourceLocation()",
                "}",
                "}",
            ]
            for number, line in enumerate(lines, first):
                if not re.search(r"\bprint\(", line):
                    continue
                _, separator, comment = line.partition("  // ")
                if separator:
                    prints.append((document, number, comment))
                elif kind == "portable":
                    sys.exit(f"{document}:{number}: a comment with the output is missing")
        if functions:
            source = [f"import {module}" for module in sorted(imports)] + functions
            name = re.sub(r"\W", "_", str(document))
            (output / f"{name}.swift").write_text("\n".join(source) + "\n", "utf-8")
    if not calls:
        sys.exit("there are no examples")
    expected = "".join(f'  "{path}:{line}": #"{text}"#,\n' for path, line, text in prints)
    (output / "main.swift").write_text(
        f"outcome.withLock {{ $0.expected = [\n{expected or ':'}] }}\n"
        + "".join(f'await run("{name}", {name})\n' for name in calls)
        + "finish()\n",
        "utf-8",
    )
    print(f"{len(calls)} examples, {len(prints)} printed lines")


main(pathlib.Path(sys.argv[1]), sys.argv[2])
