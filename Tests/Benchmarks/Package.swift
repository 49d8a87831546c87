// swift-tools-version: 6.2
import PackageDescription

/// The settings of the modules that are measured.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The programs behind the figures of the page Speed; run.py builds and runs them.
///
/// CLibical, CivilTime, NotificationTriggers, SeededRandom and WorkSharing are links to the modules
/// of the package ics2notify: the simulator's search is not public there.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  targets: [
    .systemLibrary(
      name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .target(name: "WorkSharing", swiftSettings: strict),
    .target(name: "CivilTime", dependencies: ["WorkSharing"], swiftSettings: strict),
    .target(name: "NotificationTriggers", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(name: "SeededRandom", swiftSettings: strict),
    .executableTarget(
      name: "benchmark", dependencies: ["CivilTime", "NotificationTriggers", "SeededRandom"],
      swiftSettings: strict),
    .executableTarget(
      name: "EmptyProgram", dependencies: ["CLibical"], swiftSettings: strict),
    .executableTarget(
      name: "LibicalYardstick", dependencies: ["CLibical"],
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
