// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with, as in the package that is fuzzed.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Likewise, and with what libFuzzer counts.
///
/// The arithmetic of days and triggers goes without: it is called so often that counting it took a
/// third of the time, and has few branches that other inputs would take.
let counted = strict + [.unsafeFlags(["-sanitize=fuzzer"])]

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
    .target(name: "CivilTime", dependencies: ["WorkSharing"], swiftSettings: strict),
    .target(name: "Digests", swiftSettings: counted),
    .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: counted),
    .target(
      name: "ICalendarReader",
      dependencies: ["CivilTime", "Digests", "ICalendar", "WorkSharing"],
      swiftSettings: counted),
    .target(
      name: "Libical", dependencies: ["CLibical", "CivilTime", "ICalendarReader", "WorkSharing"],
      swiftSettings: counted),
    .target(name: "NotificationTriggers", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(name: "TextSafety", swiftSettings: strict),
    .target(name: "WorkSharing", swiftSettings: strict),
    .target(
      name: "SystemdTimers", dependencies: ["CivilTime", "Digests", "TextSafety"],
      swiftSettings: counted),
    .target(
      name: "ReminderCompiler",
      dependencies: [
        "CivilTime", "Digests", "ICalendar", "NotificationTriggers", "TextSafety", "WorkSharing",
      ],
      swiftSettings: counted),
    .target(
      name: "DesktopReminders",
      dependencies: [
        "CivilTime", "Digests", "ICalendar", "NotificationTriggers", "ReminderCompiler",
        "SystemdTimers", "TextSafety",
      ],
      swiftSettings: counted),
    .target(
      name: "TimerCompiler",
      dependencies: [
        "CivilTime", "DesktopReminders", "ICalendar", "NotificationTriggers", "ReminderCompiler",
        "SystemdTimers", "WorkSharing",
      ],
      swiftSettings: counted),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CivilTime", "ICalendar", "ICalendarReader", "Libical",
        "NotificationTriggers", "ReminderCompiler", "SeededRandom", "SystemdTimers",
        "TimerCompiler",
      ],
      path: "Fuzzers", swiftSettings: counted + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
