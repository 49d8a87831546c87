#!/usr/bin/python3
"""Checks the APIs that the libraries use against the oldest systems in Package.swift.

Usage: availability.py [--write] PACKAGE LIBRARY STORE GRAPHS PAGE PRODUCT...

PACKAGE is the output of "swift package dump-package", LIBRARY libIndexStore.so, STORE the index
store of a debug build, GRAPHS a directory with the symbol graphs of the toolchain's modules, PAGE
the page of the catalog with the table. The sources are those of the products' targets and of all
targets that these depend on.

The index has each resolved reference with its USR; the symbol graphs have the availability of
each USR. Each use of an API that needs a newer system is printed on one line: file, line, API,
system. APIs without known availability, such as those of C, and unused rows of the tables below
are printed too. The exit status is 1 if anything was printed. With --write the table is written,
not compared.

The tables below have the facts that graphs lack. The index has no conformances, which systems.py
checks, and no sources that are left out on Linux. In the latter, types are recognised by the
prefixes of Apple's frameworks.
"""

import collections
import ctypes
import json
import pathlib
import re
import sys

# For each platform name in Package.swift, the name in an @available attribute.
DOMAINS = {
    "ios": "iOS",
    "macos": "macOS",
    "tvos": "tvOS",
    "visionos": "visionOS",
    "watchos": "watchOS",
}
# Columns of the table; the other platforms follow from iOS.
COLUMNS = ("iOS", "macOS", "watchOS")
# Available in every system whose libraries include Swift, so not worth a row.
BASE = {"iOS": (12, 2, 0), "macOS": (10, 14, 4), "watchOS": (5, 2, 0)}

LOCK = "for systems other than Apple's, in a branch of `#if canImport(os)`"

# Files and the newer APIs that they may use, each with the reason.
EXCEPTIONS = {
    ("Sources/WorkSharing/Guarded.swift", "Mutex"): LOCK,
    ("Sources/WorkSharing/Guarded.swift", "Mutex.init(_:)"): LOCK,
    ("Sources/WorkSharing/Guarded.swift", "Mutex.withLock(_:)"): LOCK,
}

# APIs without availability in their module, by module and name, with the documented systems.
DOCUMENTED = {
    ("Dispatch", "DispatchQueue"): {"iOS": (8,), "macOS": (10, 10), "watchOS": (2,)},
    ("Dispatch", "DispatchQueue.concurrentPerform(iterations:execute:)"): {
        "iOS": (8,), "macOS": (10, 10), "watchOS": (2,),
    },
}

# APIs in sources that are left out on Linux, by framework and name, with the documented systems.
GUARDED = {
    ("EventKit", "EKAlarm"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKCalendar"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKCalendarItem"): {"iOS": (5,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKEvent"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKRecurrenceEnd"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKRecurrenceFrequency"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKRecurrenceRule"): {"iOS": (4,), "macOS": (10, 8), "watchOS": (2,)},
    ("EventKit", "EKReminder"): {"iOS": (6,), "macOS": (10, 8), "watchOS": (2,)},
    ("os", "OSAllocatedUnfairLock"): {"iOS": (16,), "macOS": (13,), "watchOS": (9,)},
    ("UserNotifications", "UNCalendarNotificationTrigger"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNMutableNotificationContent"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationAction"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationCategory"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationRequest"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationResponse"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationSound"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationSoundName"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationTrigger"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNTimeIntervalNotificationTrigger"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNUserNotificationCenter"): {
        "iOS": (10,), "macOS": (10, 14), "watchOS": (3,),
    },
    ("UserNotifications", "UNNotificationActionIcon"): {
        "iOS": (15,), "macOS": (12,), "watchOS": (8,),
    },
    ("UserNotifications", "UNNotificationInterruptionLevel"): {
        "iOS": (15,), "macOS": (12,), "watchOS": (8,),
    },
    # Not available on macOS and watchOS, where the source leaves it out.
    ("BackgroundTasks", "BGAppRefreshTaskRequest"): {"iOS": (13,), "macOS": (), "watchOS": ()},
}

# The frameworks that sources test with canImport, and the prefixes of their types.
FRAMEWORKS = {"BackgroundTasks": "BG", "EventKit": "EK", "UserNotifications": "UN", "os": "OS"}
# These are also on Linux.
FOUNDATION = {"FoundationEssentials", "FoundationInternationalization"}

# Public symbols of the standard library with an underscore, which graphs omit: since its ABI.
UNDERSCORED = {
    "s14_ArrayProtocolPsE6filterySay7ElementQzGSbAEKXEKF": "_ArrayProtocol.filter(_:)",
    "s26_OptionalNilComparisonTypeV10nilLiteralAByt_tcfc": "nil beside an operator",
}

# The heading above the table on the page.
HEADING = "## APIs"
INTRODUCTION = "The first system with each API, and the modules that use it."
DOCUMENTED_HEADING = "### From documentation"
EXCEPTIONS_HEADING = "### Newer APIs"

# Its declarations have no attribute if every system with Swift has them.
LANGUAGE = {"Swift"}

# No version: every system has it.
EVER = (0, 0, 0)

# Roles of an occurrence, and kinds of a dependency, with their numbers in indexstore.h.
DECLARATION, DEFINITION = 1, 2
RECORD = 2


class Text(ctypes.Structure):
    """indexstore_string_ref_t: not null-terminated."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


class Index:
    """The index store of a build, read with the toolchain's library."""

    def __init__(self, library, store):
        self.library = ctypes.CDLL(library)
        pointer = ctypes.c_void_p
        for name, result, arguments in (
            ("store_create", pointer, [ctypes.c_char_p, pointer]),
            ("store_units_apply_f", ctypes.c_bool, [pointer, ctypes.c_uint, pointer, pointer]),
            ("unit_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("unit_reader_get_main_file", Text, [pointer]),
            ("unit_reader_dependencies_apply_f", ctypes.c_bool, [pointer, pointer, pointer]),
            ("unit_reader_dispose", None, [pointer]),
            ("unit_dependency_get_kind", ctypes.c_int, [pointer]),
            ("unit_dependency_get_name", Text, [pointer]),
            ("record_reader_create", pointer, [pointer, ctypes.c_char_p, pointer]),
            ("record_reader_occurrences_apply_f", ctypes.c_bool, [pointer, pointer, pointer]),
            ("record_reader_dispose", None, [pointer]),
            ("occurrence_get_symbol", pointer, [pointer]),
            ("occurrence_get_roles", ctypes.c_uint64, [pointer]),
            ("occurrence_get_line_col", None, [pointer, pointer, pointer]),
            ("symbol_get_usr", Text, [pointer]),
            ("symbol_get_name", Text, [pointer]),
        ):
            function = getattr(self.library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
        self.store = self.call("store_create", str(store).encode(), None)
        if not self.store:
            raise SystemExit(f"{store}: no index store; build for debugging first")

    def call(self, name, *arguments):
        return getattr(self.library, f"indexstore_{name}")(*arguments)

    def each(self, function, *arguments, of=ctypes.c_void_p):
        """The arguments of a library function's callback, copied during the call."""
        name, take = function
        found = []
        kind = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, of)

        def add(_, element):
            found.append(take(element))
            return True

        callback = kind(add)
        self.call(name, *arguments, None, ctypes.cast(callback, ctypes.c_void_p))
        return found

    def sources(self):
        """The path of each source and the names of its records."""
        for unit in self.each(("store_units_apply_f", str), self.store, 1, of=Text):
            reader = self.call("unit_reader_create", self.store, unit.encode(), None)
            if reader:
                path = str(self.call("unit_reader_get_main_file", reader))
                dependencies = self.each(
                    ("unit_reader_dependencies_apply_f", self.dependency), reader
                )
                self.call("unit_reader_dispose", reader)
                yield path, [name for kind, name in dependencies if kind == RECORD]

    def dependency(self, element):
        kind = self.call("unit_dependency_get_kind", element)
        return kind, str(self.call("unit_dependency_get_name", element))

    def occurrences(self, record):
        """The USR, name, roles and line of each name in a record."""
        reader = self.call("record_reader_create", self.store, record.encode(), None)
        if not reader:
            raise SystemExit(f"{record}: a record of the index that can't be read")
        found = self.each(("record_reader_occurrences_apply_f", self.occurrence), reader)
        self.call("record_reader_dispose", reader)
        return found

    def occurrence(self, element):
        symbol = self.call("occurrence_get_symbol", element)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        self.call("occurrence_get_line_col", element, ctypes.byref(line), ctypes.byref(column))
        return (
            str(self.call("symbol_get_usr", symbol)),
            str(self.call("symbol_get_name", symbol)),
            self.call("occurrence_get_roles", element),
            line.value,
        )


class Symbol:
    """A declaration of the toolchain: its module, its name and the first version of each system."""

    def __init__(self, module, symbol):
        self.module = module
        self.name = ".".join(symbol["pathComponents"])
        self.since = {}
        self.unavailable = False
        self.parents = set()
        self.defaults = set()
        for attribute in symbol.get("availability", []):
            version = attribute.get("introduced", {})
            if version:
                self.since[attribute["domain"]] = padded(
                    version.get(part, 0) for part in ("major", "minor", "patch")
                )
            self.unavailable |= attribute.get("isUnconditionallyUnavailable", False)


class Graphs:
    """The symbols of the toolchain's modules, by USR."""

    def __init__(self, directory):
        self.symbols = {}
        relationships = []
        for path in sorted(pathlib.Path(directory).glob("*.symbols.json")):
            graph = json.loads(path.read_text("utf-8"))
            # The file A@B has the extensions by A of types in B.
            module = path.name.split(".")[0].split("@")[0]
            for symbol in graph["symbols"]:
                usr = symbol["identifier"]["precise"]
                if "::SYNTHESIZED::" not in usr:
                    self.symbols.setdefault(usr, Symbol(module, symbol))
            relationships += graph["relationships"]
        for relationship in relationships:
            source = self.symbols.get(relationship["source"])
            target = self.symbols.get(relationship["target"])
            if not source or not target:
                continue
            if relationship["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                source.parents.add(target)
            elif relationship["kind"] == "defaultImplementationOf":
                target.defaults.add(source)
        if not self.symbols:
            raise SystemExit(f"{directory}: no symbol graphs")

    def find(self, usr):
        """The symbol of a USR; for an accessor, that of the property or subscript."""
        accessor = re.fullmatch(r"(.*[vi])(?:[gsMmrwWx]|pa|pu)(Z?)", usr)
        if usr not in self.symbols and accessor:
            usr = f"{accessor[1]}p{accessor[2]}"
        return self.symbols.get(usr)

    def since(self, symbol, domain):
        """The first version with a symbol: the latest of the symbol's and its parents'."""
        own = symbol.since.get(domain, EVER)
        if domain == "visionOS" and own == EVER:
            # visionOS 1.0 has the APIs of iOS 17.
            phone = symbol.since.get("iOS", EVER)
            own = phone if phone >= (18,) else (1, 0, 0) if phone > EVER else EVER
        version = max([own, *(self.since(parent, domain) for parent in symbol.parents)])
        # If a requirement is newer than its default implementation, calls use the latter.
        return min([version, *(self.since(default, domain) for default in symbol.defaults)])


def closure(package, products):
    """The targets of products and their dependencies, and the folder of each."""
    targets = {target["name"]: target for target in package["targets"]}
    wanted = [
        name
        for product in package["products"]
        if product["name"] in products
        for name in product["targets"]
    ]
    missing = set(products) - {product["name"] for product in package["products"]}
    if missing:
        raise SystemExit(f"no product has the name {min(missing)}")
    found = {}
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        target = targets[name]
        found[name] = target.get("path") or f"Sources/{name}"
        for dependency in target["dependencies"]:
            for kind in ("byName", "target"):
                if kind in dependency:
                    wanted.append(dependency[kind][0])
            if "product" in dependency:
                raise SystemExit(f"{name}: a library of ours has a dependency on another package")
    return found


def padded(version):
    """A version as three numbers, for comparison."""
    numbers = list(version)
    return tuple(numbers + [0] * (3 - len(numbers)))


def text(version):
    """A version as text: two numbers, the third unless it is zero, or a dash for none."""
    if version == EVER:
        return "–"
    return ".".join(map(str, version[: 3 if version[2] else 2]))


def oldest(package):
    """The oldest system of each domain."""
    return {
        DOMAINS[platform["platformName"]]: padded(map(int, platform["version"].split(".")))
        for platform in package["platforms"]
        if platform["platformName"] in DOMAINS
    }


def table(rows):
    """The lines of a table with rows by module and name."""
    lines = [f"| API | Module | {' | '.join(COLUMNS)} | Used in |", "| - | - | - | - | - | - |"]
    for (module, name), (versions, users) in sorted(rows.items()):
        told = " | ".join(text(version) for version in versions)
        lines.append(f"| `{name}` | {module} | {told} | {', '.join(sorted(users))} |")
    return lines


class Check:
    """The references in the sources of some modules."""

    def __init__(self, graphs, systems):
        self.graphs = graphs
        self.systems = systems
        self.wrong = set()
        self.needed = set()
        self.references = 0
        self.rows = {}
        self.documented = {}

    def report(self, file, line, message):
        self.wrong.add((file, line, message))

    def take(self, file, module, usr, name, line):
        """Checks one reference to a symbol of another package."""
        self.references += 1
        if usr.removeprefix("s:") in UNDERSCORED:
            self.needed.add(usr.removeprefix("s:"))
            return
        if usr.startswith("c:@M@"):
            # A module name; the uses of its symbols are checked.
            return
        symbol = self.graphs.find(usr)
        if not symbol:
            self.report(file, line, f"{name} ({usr}) is in no symbol graph")
            return
        if symbol.unavailable:
            self.report(file, line, f"{symbol.name} is not available")
        key = (symbol.module, symbol.name)
        since = {domain: self.graphs.since(symbol, domain) for domain in self.systems}
        rows = self.rows
        if symbol.module not in LANGUAGE and not any(map(any, since.values())):
            if key not in DOCUMENTED:
                self.report(file, line, f"{symbol.module}: {symbol.name} names no system")
                return
            self.needed.add(key)
            since = {domain: padded(version) for domain, version in DOCUMENTED[key].items()}
            rows = self.documented
        if self.compare(file, line, symbol.name, since):
            return
        base = all(since[domain] <= BASE[domain] for domain in COLUMNS)
        if symbol.module not in LANGUAGE or not base:
            versions = tuple(since[domain] for domain in COLUMNS)
            rows.setdefault(key, (versions, set()))[1].add(module)

    def compare(self, file, line, name, since):
        """Whether an API is newer than the oldest systems."""
        newer = [
            f"{domain} {text(version)}"
            for domain, version in since.items()
            if version > self.systems[domain]
        ]
        if newer and (file, name) in EXCEPTIONS:
            self.needed.add((file, name))
        elif newer:
            self.report(file, line, f"{name} needs {', '.join(newer)}")
        return bool(newer)

    def guarded(self, file, module, source):
        """Finds types of Apple's frameworks in a source that may be missing in the index."""
        for framework in sorted(set(re.findall(r"canImport\((\w+)\)", source)) - FOUNDATION):
            if framework not in FRAMEWORKS:
                self.report(file, 0, f"canImport({framework}) is of no framework that is known")
                continue
            for number, line in enumerate(source.split("\n"), start=1):
                code = line.split("//")[0]
                for name in re.findall(rf"\b{FRAMEWORKS[framework]}[A-Z]\w*", code):
                    key = (framework, name)
                    if key not in GUARDED:
                        self.report(file, number, f"{framework}: {name} names no system")
                        continue
                    self.needed.add(key)
                    since = {domain: padded(version) for domain, version in GUARDED[key].items()}
                    if not self.compare(file, number, name, since):
                        versions = tuple(since[domain] for domain in COLUMNS)
                        self.documented.setdefault(key, (versions, set()))[1].add(module)

    def unneeded(self):
        """Reports unused rows of the tables."""
        for row in [*EXCEPTIONS, *DOCUMENTED, *GUARDED, *UNDERSCORED]:
            if row not in self.needed:
                self.report("Tests/Lanes/Validation/availability.py", 0, f"nothing needs {row}")

    def page(self):
        """The lines of the page below its heading."""
        lines = ["", INTRODUCTION, "", *table(self.rows), "", DOCUMENTED_HEADING, ""]
        lines += [*table(self.documented), "", EXCEPTIONS_HEADING, ""]
        lines += [f"- `{name}`: {reason}." for (_, name), reason in sorted(EXCEPTIONS.items())]
        return lines


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    package = json.loads(pathlib.Path(arguments[0]).read_text("utf-8"))
    index = Index(arguments[1], arguments[2])
    check = Check(Graphs(arguments[3]), oldest(package))
    page = pathlib.Path(arguments[4])
    folders = closure(package, arguments[5:])

    root = pathlib.Path.cwd()
    modules = {}
    for module, folder in folders.items():
        for path in sorted((root / folder).rglob("*.swift")):
            modules[str(path)] = module
    occurrences = collections.defaultdict(list)
    ours = set()
    for path, records in index.sources():
        if path in modules:
            # A source that is empty on Linux has no record.
            occurrences[path] += []
            for record in records:
                occurrences[path] += index.occurrences(record)
    for found in occurrences.values():
        ours.update(usr for usr, _, roles, _ in found if roles & (DECLARATION | DEFINITION))
    # Members that the compiler adds to a type, such as a raw value, have no place in a source.
    types = tuple(f"s:{len(module)}{module}" for module in folders)

    for path, module in modules.items():
        file = str(pathlib.Path(path).relative_to(root))
        check.guarded(file, module, pathlib.Path(path).read_text("utf-8"))
        if path not in occurrences:
            check.report(file, 0, "is not in the index: build the tests for debugging first")
        for usr, name, _, line in occurrences[path]:
            if usr not in ours and not usr.startswith(types):
                check.take(file, module, usr, name, line)
    check.unneeded()

    head, _, _ = page.read_text("utf-8").partition(f"{HEADING}\n")
    expected = f"{head}{HEADING}\n" + "\n".join(check.page()) + "\n"
    if "--write" in sys.argv:
        page.write_text(expected, "utf-8")
    elif page.read_text("utf-8") != expected:
        remedy = "sh Tests/Lanes/availability.sh --write"
        check.report(str(page), 0, f"the table is another now: {remedy}")
    for file, line, message in sorted(check.wrong):
        print(f"{file}:{line}: {message}")
    print(f"{check.references} references in {len(modules)} sources of {len(folders)} modules")
    return 1 if check.wrong or not check.references else 0


if __name__ == "__main__":
    sys.exit(main())
