// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets: the strictest checks of the compiler.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The settings of the tests: optimizing them takes longer than they run, and no other module waits
/// for theirs.
let testing =
  strict
  + [
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

/// Only the program uses libical, on Linux and unless the trait is disabled.
let libical = TargetDependencyCondition.when(platforms: [.linux], traits: ["Libical"])

let package = Package(
  name: "ics2notify",
  platforms: [
    .iOS(.v16), .macCatalyst(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1), .watchOS(.v9),
  ],
  products: [
    .executable(name: "ics2notify", targets: ["ics2notify"]),
    .library(
      name: "ReminderCompiler",
      targets: ["ReminderCompiler", "ICalendar", "NotificationTriggers", "CivilTime"]),
    .library(name: "CalendarReminders", targets: ["CalendarReminders"]),
    .library(name: "LayerDocuments", targets: ["LayerDocuments"]),
    .library(name: "TimerCompiler", targets: ["TimerCompiler"]),
  ],
  traits: [
    .trait(
      name: "Libical",
      description: "Parse parameters and texts with libical where its results are reliable."),
    .default(enabledTraits: ["Libical"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(
      name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CSystem"),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CivilTime", dependencies: ["WorkSharing"], swiftSettings: strict),
    .target(name: "Digests", swiftSettings: strict),
    .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(
      name: "ICalendarReader",
      dependencies: ["CivilTime", "Digests", "ICalendar", "WorkSharing"],
      swiftSettings: strict),
    .target(
      name: "Libical", dependencies: ["CLibical", "CivilTime", "ICalendarReader", "WorkSharing"],
      swiftSettings: strict),
    .target(
      name: "CalendarFiles",
      dependencies: [
        "CSystem", "CZlib", "CivilTime", "ICalendar", "ICalendarReader", "WorkSharing",
        .target(name: "Libical", condition: libical),
      ],
      swiftSettings: strict),
    .target(name: "NotificationTriggers", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(
      name: "SessionBus",
      dependencies: [
        "CSystem", .target(name: "CSystemd", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(name: "TextSafety", swiftSettings: strict),
    .target(name: "WorkSharing", swiftSettings: strict),
    .target(
      name: "SystemdTimers", dependencies: ["CivilTime", "Digests", "TextSafety"],
      swiftSettings: strict),
    .target(
      name: "ReminderOptions",
      dependencies: ["CivilTime", "Digests", "ICalendar", "NotificationTriggers", "TextSafety"],
      swiftSettings: strict),
    .target(
      name: "ReminderExpansion",
      dependencies: [
        "CivilTime", "ICalendar", "NotificationTriggers", "ReminderOptions", "TextSafety",
        "WorkSharing",
      ], swiftSettings: strict),
    .target(
      name: "ReminderPlanning",
      dependencies: [
        "CivilTime", "Digests", "ICalendar", "NotificationTriggers", "ReminderExpansion",
        "ReminderOptions", "WorkSharing",
      ], swiftSettings: strict),
    .target(
      name: "ReminderPlans",
      dependencies: [
        "CivilTime", "ICalendar", "NotificationTriggers", "ReminderExpansion", "ReminderOptions",
        "ReminderPlanning", "TextSafety", "WorkSharing",
      ], swiftSettings: strict),
    .target(
      name: "ReminderCompiler",
      dependencies: [
        "CivilTime", "ICalendar", "NotificationTriggers", "ReminderExpansion", "ReminderOptions",
        "ReminderPlanning", "ReminderPlans", "TextSafety", "WorkSharing",
      ], swiftSettings: strict),
    .target(
      name: "LayerDocuments",
      dependencies: ["CivilTime", "NotificationTriggers", "ReminderCompiler"],
      swiftSettings: strict),
    .target(
      name: "DesktopReminders",
      dependencies: [
        "CivilTime", "Digests", "ICalendar", "NotificationTriggers", "ReminderExpansion",
        "ReminderOptions", "ReminderPlans", "SystemdTimers", "TextSafety",
      ],
      swiftSettings: strict),
    .target(
      name: "TimerCompiler",
      dependencies: [
        "CivilTime", "DesktopReminders", "ICalendar", "NotificationTriggers", "ReminderCompiler",
        "SystemdTimers", "WorkSharing",
      ],
      swiftSettings: strict),
    .target(
      name: "PlanPages",
      dependencies: [
        "CivilTime", "Digests", "NotificationTriggers", "ReminderCompiler", "TextSafety",
      ],
      resources: [.embedInCode("Assets")], swiftSettings: strict),
    .target(
      name: "CalendarReminders",
      dependencies: [
        "CivilTime", "Digests", "ICalendar", "ICalendarReader", "NotificationTriggers",
        "ReminderCompiler", "WorkSharing",
      ],
      swiftSettings: strict),
    .target(
      name: "ProgramSupport",
      dependencies: [
        "CSystem", "CalendarFiles", "CivilTime", "Digests", "ICalendar", "ICalendarReader",
        "ReminderOptions", "SystemdTimers", "TextSafety", "WorkSharing",
      ],
      swiftSettings: strict),
    .target(
      name: "CalendarSources",
      dependencies: [
        "CSystem", "CalendarFiles", "CalendarReminders", "CivilTime", "DesktopReminders",
        "Digests", "ICalendar", "ICalendarReader", "NotificationTriggers", "ProgramSupport",
        "ReminderCompiler", "SystemdTimers", "TextSafety", "TimerCompiler", "WorkSharing",
      ],
      swiftSettings: strict),
    .target(
      name: "DesktopService",
      dependencies: [
        "CSystem", "CalendarFiles", "CalendarSources", "CivilTime", "DesktopReminders",
        "Digests", "ICalendar", "ICalendarReader", "NotificationTriggers", "ProgramSupport",
        "ReminderCompiler", "SessionBus", "SystemdTimers", "TextSafety", "TimerCompiler",
      ],
      swiftSettings: strict),
    .target(
      name: "BatchCompiler",
      dependencies: [
        "CSystem", "CalendarFiles", "CalendarSources", "CivilTime", "Digests", "ICalendar",
        "ICalendarReader", "NotificationTriggers", "PlanPages", "ProgramSupport",
        "ReminderCompiler", "TextSafety", "WorkSharing",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ics2notify",
      dependencies: [
        "BatchCompiler", "CSystem", "CalendarFiles", "CalendarSources", "CivilTime",
        "DesktopReminders", "DesktopService", "ICalendar", "ICalendarReader", "LayerDocuments",
        "NotificationTriggers", "PlanPages", "ProgramSupport", "ReminderCompiler", "SessionBus",
        "SystemdTimers", "TextSafety", "TimerCompiler", "WorkSharing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Schemas")], swiftSettings: strict),
    .target(name: "TestPrograms", path: "Tests/TestPrograms", swiftSettings: strict),
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime", "SeededRandom"], swiftSettings: testing),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: testing),
    .target(
      // Optimized, because an expander among them walks over every day.
      name: "CalendarFixtures", dependencies: ["CivilTime", "ICalendar", "SeededRandom"],
      path: "Tests/CalendarFixtures", swiftSettings: strict),
    .testTarget(
      name: "ICalendarTests",
      dependencies: ["CalendarFixtures", "CivilTime", "ICalendar", "SeededRandom"],
      swiftSettings: testing),
    .testTarget(
      name: "LibicalParityTests",
      dependencies: ["CLibical", "CivilTime", "ICalendar", "SeededRandom"],
      swiftSettings: testing),
    .testTarget(
      name: "ICalendarReaderTests",
      dependencies: [
        "CalendarFiles", "CivilTime", "ICalendar", "ICalendarReader", "Libical", "SeededRandom",
        "WorkSharing",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "NotificationTriggersTests",
      dependencies: ["CivilTime", "NotificationTriggers", "SeededRandom"],
      swiftSettings: testing),
    .testTarget(
      name: "SystemdTimersTests",
      dependencies: ["CivilTime", "SeededRandom", "SystemdTimers", "TestPrograms"],
      swiftSettings: testing),
    .testTarget(
      name: "TextSafetyTests", dependencies: ["SeededRandom", "TextSafety"], swiftSettings: testing),
    .testTarget(
      name: "WorkSharingTests", dependencies: ["WorkSharing"], swiftSettings: testing),
    .target(
      name: "CompilerFixtures",
      dependencies: [
        "CalendarFixtures", "CivilTime", "ICalendar", "NotificationTriggers", "ReminderCompiler",
        "SeededRandom",
      ],
      path: "Tests/CompilerFixtures", swiftSettings: testing),
    .testTarget(
      name: "ReminderOptionsTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "NotificationTriggers",
        "ReminderCompiler", "ReminderExpansion", "ReminderOptions", "ReminderPlanning",
        "ReminderPlans", "SeededRandom",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ReminderExpansionTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "NotificationTriggers",
        "ReminderCompiler", "ReminderExpansion", "ReminderOptions", "ReminderPlanning",
        "ReminderPlans", "SeededRandom",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ReminderPlanningTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "NotificationTriggers",
        "ReminderCompiler", "ReminderExpansion", "ReminderOptions", "ReminderPlanning",
        "ReminderPlans", "SeededRandom", "WorkSharing",
      ],
      // These search all plans of small instances, which takes longer than to optimize them.
      swiftSettings: strict),
    .testTarget(
      name: "ReminderPlansTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "NotificationTriggers",
        "ReminderCompiler", "ReminderExpansion", "ReminderOptions", "ReminderPlanning",
        "ReminderPlans", "SeededRandom", "TextSafety",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ReminderCompilerTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "NotificationTriggers",
        "ReminderCompiler", "ReminderExpansion", "ReminderOptions", "ReminderPlanning",
        "ReminderPlans", "SeededRandom",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "LayerDocumentsTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "LayerDocuments",
        "NotificationTriggers", "ReminderCompiler",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "TimerCompilerTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "DesktopReminders", "ICalendar",
        "NotificationTriggers",
        "ReminderCompiler", "SeededRandom", "SystemdTimers", "TestPrograms", "TimerCompiler",
        "WorkSharing",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "PlanPagesTests",
      dependencies: [
        "CalendarFixtures", "CivilTime", "CompilerFixtures", "ICalendar", "PlanPages",
        "ReminderCompiler", "TestPrograms",
      ],
      exclude: ["Harness"], swiftSettings: testing),
    .testTarget(
      name: "DesktopRemindersTests",
      dependencies: [
        "CivilTime", "DesktopReminders", "NotificationTriggers", "ReminderCompiler",
        "SeededRandom", "SystemdTimers",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "CalendarRemindersTests",
      dependencies: [
        "CalendarFixtures", "CalendarReminders", "CivilTime", "CompilerFixtures", "ICalendar",
        "NotificationTriggers", "ReminderCompiler", "SeededRandom",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ProgramFileTests",
      dependencies: [
        "CalendarFiles", "CalendarFixtures", "CalendarReminders", "CivilTime", "CompilerFixtures",
        "ICalendar", "ICalendarReader", "ReminderCompiler",
      ],
      exclude: ["Files"], swiftSettings: testing),
    .testTarget(
      name: "CommandLineTests",
      // None imports the desktop service. It delays them, so that they are compiled beside the
      // program, not before the modules that the program waits for.
      dependencies: [
        "CalendarFixtures", "CivilTime", "DesktopService", "ProgramSupport", "SeededRandom",
        "TestPrograms",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ics2notifyTests",
      dependencies: [
        "ProgramSupport", "ics2notify",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: testing),
    .testTarget(
      name: "RealManagerTests", dependencies: ["CalendarFixtures", "TestPrograms"],
      exclude: ["Harness"], swiftSettings: testing),
    .testTarget(
      name: "HouseTests",
      dependencies: [
        "CalendarReminders", "CivilTime", "ICalendar", "ICalendarReader", "NotificationTriggers",
        "ReminderCompiler", "TestPrograms", "TimerCompiler",
      ],
      swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzers, for Tests/Lanes/fuzz.sh. SwiftPM rejects dependencies with unsafe flags.
if Context.environment["ICS2NOTIFY_FUZZERS"] != nil {
  let counted = SwiftSetting.unsafeFlags(["-sanitize=fuzzer"])
  // Coverage of their arithmetic would take a third of the time and find nothing.
  let uncounted: Set = ["CivilTime", "NotificationTriggers", "TextSafety", "WorkSharing"]
  for target in package.targets where !uncounted.contains(target.name) {
    target.swiftSettings?.append(counted)
  }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Lanes/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "CivilTime", "ICalendar", "ICalendarReader", "LayerDocuments", "Libical",
        "NotificationTriggers", "ReminderCompiler", "SeededRandom", "SystemdTimers",
        "TimerCompiler",
      ],
      path: "Tests/Lanes/Fuzz/Fuzzers",
      swiftSettings: strict + [counted, .unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ]
}
