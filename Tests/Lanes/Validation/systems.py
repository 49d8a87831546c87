#!/usr/bin/python3
"""Type-checks the libraries for the oldest version of an Apple system in Package.swift.

Usage: systems.py PACKAGE RESOURCES TARGET SYSTEM PRODUCT...

PACKAGE is the output of "swift package dump-package", RESOURCES the directory of the toolchain's
modules (lib/swift), TARGET their triple, SYSTEM ios, macos, tvos or watchos.

There is no Apple SDK here. But the toolchain's modules, such as Foundation, keep their @available
attributes on every system, and the compiler accepts a module for the system whose name it
contains. So they are copied, and the target's name is replaced by another of the same length.
Modules that only their implementation imports are empty; StandIns declares the parts of Apple's
frameworks. The compiler then checks each declaration, overload, conformance and language feature
against the oldest system, as for an app. Its messages and exit status are those of this script.

It generates no code and doesn't read Apple's Foundation, which has the same API in another module.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from availability import closure

# For each platform name in Package.swift: its folder next to the modules, its name in a triple.
SYSTEMS = {
    "ios": ("iphoneos", "ios"),
    "macos": ("macosx", "macosx"),
    "tvos": ("appletvos", "tvos"),
    "watchos": ("watchos", "watchos"),
}

# The toolchain's modules that sources import, and the modules that these need.
MODULES = (
    "Swift",
    "SwiftOnoneSupport",
    "Synchronization",
    "FoundationEssentials",
    "FoundationInternationalization",
    "_Concurrency",
    "_FoundationCollections",
    "_StringProcessing",
)

# Imports of Foundation's implementation that no declaration uses.
EMPTY = ("Glibc", "_FoundationCShims", "_FoundationICU")

# An API that no oldest system has, to test that the compiler checks availability.
NEWER = "import FoundationEssentials\nlet rule: Calendar.RecurrenceRule? = nil\n"
NEWER += "func span(_ bytes: [UInt8]) { _ = bytes.span }\n"
NEWER += "func coded() -> any Encodable.Type { Never.self }\n"
NEWER += "actor Counter { isolated deinit {} }\n"
REFUSED = tuple(
    f"{name} is only available in"
    for name in (
        "'RecurrenceRule'",
        "'span'",
        "conformance of 'Never' to 'Encodable'",
        "isolated deinit",
    )
)


class Compiler:
    """The compiler for a system, with separate modules in a directory."""

    def __init__(self, work, resources, target, system, version):
        folder, name = SYSTEMS[system]
        self.work = work
        # The program for Apple's newest processors, if they have modules.
        self.triple = f"arm64-apple-{name}{version}"
        self.module = f"arm64-apple-{'macos' if system == 'macos' else name}.swiftmodule"
        self.modules = work / "resources" / folder
        (work / "resources").mkdir()
        (work / "sdk").mkdir()
        for shared in ("clang", "shims"):
            (work / "resources" / shared).symlink_to(resources / shared)
        for module in MODULES:
            folder = resources / "linux" / f"{module}.swiftmodule"
            self.copy(folder / f"{target}.swiftmodule", module)

    def copy(self, path, module):
        """A module of the toolchain with its system name replaced."""
        content = path.read_bytes()
        target = path.stem.encode()
        # Trailing zeros don't change a version.
        name = self.triple.ljust(len(target), "0").encode()
        if len(name) != len(target) or content.count(target) != 1:
            raise SystemExit(f"{path}: {self.triple} can't stand for the name of its target")
        self.place(module).write_bytes(content.replace(target, name))

    def place(self, module):
        """The path at which the compiler looks for one of the system's modules."""
        folder = self.modules / f"{module}.swiftmodule"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / self.module

    def make(self, module, sources, output, *options):
        """Builds a module, which checks its sources, and returns the compiler's messages."""
        command = ["swiftc", "-frontend", "-emit-module", "-parse-as-library"]
        command += ["-swift-version", "6"]
        command += ["-target", self.triple, "-disable-objc-interop", "-module-name", module]
        # An empty SDK, since modules in an SDK count as another package's.
        command += ["-sdk", self.work / "sdk", "-resource-dir", self.work / "resources"]
        command += ["-I", self.work]
        command += ["-module-cache-path", self.work / "cache", *options]
        return subprocess.run(
            [*command, "-o", output, *sources],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )


def ordered(package, names):
    """Targets, each after its dependencies."""
    targets = {target["name"]: target for target in package["targets"]}
    found = []

    def add(name):
        if name in names and name not in found:
            for dependency in targets[name]["dependencies"]:
                add(dependency.get("byName", dependency.get("target", [None]))[0])
            found.append(name)

    for name in sorted(names):
        add(name)
    return found


def features(package, name):
    """The compiler options for a target's settings in the package."""
    options = ["-package-name", "package"]
    for target in package["targets"]:
        for setting in target["settings"] if target["name"] == name else []:
            kind = setting["kind"]
            if "enableUpcomingFeature" in kind:
                options += ["-enable-upcoming-feature", kind["enableUpcomingFeature"]["_0"]]
            elif "strictMemorySafety" in kind:
                options.append("-strict-memory-safety")
            elif "treatAllWarnings" in kind:
                options.append("-warnings-as-errors")
    return options


def main():
    package = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
    system = sys.argv[4]
    version = next(
        platform["version"]
        for platform in package["platforms"]
        if platform["platformName"] == system
    )
    folders = closure(package, sys.argv[5:])
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        compiler = Compiler(work, pathlib.Path(sys.argv[2]), sys.argv[3], system, version)
        source = work / "empty.swift"
        source.write_text("")
        stand_ins = {name: source for name in EMPTY}
        for path in (pathlib.Path(__file__).parent / "StandIns").glob("*.swift"):
            stand_ins[path.stem] = path
        for name, path in sorted(stand_ins.items()):
            made = compiler.make(name, [path], compiler.place(name))
            if made.returncode:
                print(made.stdout)
                return made.returncode

        source.write_text(NEWER)
        refused = compiler.make("Newer", [source], work / "Newer.swiftmodule")
        if not refused.returncode or not all(message in refused.stdout for message in REFUSED):
            print(f"an API newer than {compiler.triple} was not rejected:\n{refused.stdout}")
            return 1

        count = 0
        for name in ordered(package, folders):
            sources = sorted(pathlib.Path(folders[name]).rglob("*.swift"))
            count += len(sources)
            made = compiler.make(
                name, sources, work / f"{name}.swiftmodule", *features(package, name)
            )
            if made.returncode:
                print(made.stdout)
                return made.returncode
    print(f"{count} sources of {len(folders)} modules for {compiler.triple}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
