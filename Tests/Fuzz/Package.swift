// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: as in the package that is fuzzed, and with what libFuzzer counts.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-sanitize=fuzzer"]),
]

// The modules are those of the project, by the link Sources: SwiftPM takes no path outside of a
// package, and what is `package` is open to targets of one package only. SwiftPM has `main` be what
// Fuzzers/Driver/LibFuzzer.swift calls so.
let package = Package(
  name: "fuzz",
  targets: [
    .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
    .target(name: "SeededRandom", path: "SeededRandom", swiftSettings: strict),
    .systemLibrary(
      name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .target(name: "CivilTime", swiftSettings: strict),
    .target(name: "Digests", swiftSettings: strict),
    .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(
      name: "ICalendarReader",
      dependencies: ["CLibical", "CivilTime", "Digests", "ICalendar"],
      swiftSettings: strict),
    .target(name: "NotificationTriggers", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(
      name: "SystemdTimers", dependencies: ["CivilTime", "Digests"], swiftSettings: strict),
    .target(
      name: "ReminderCompiler",
      dependencies: ["CivilTime", "Digests", "ICalendar", "NotificationTriggers", "SystemdTimers"],
      swiftSettings: strict),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CivilTime", "ICalendar", "ICalendarReader", "NotificationTriggers",
        "ReminderCompiler", "SeededRandom", "SystemdTimers",
      ],
      path: "Fuzzers", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
