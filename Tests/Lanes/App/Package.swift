// swift-tools-version: 6.2
import PackageDescription

/// Settings of an app with strict Swift 6 checks.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The only product that the app uses.
let reminders = Target.Dependency.product(name: "CalendarReminders", package: "ics2notify")

/// An app that depends on the library and replaces Apple's frameworks.
///
/// Tests/Lanes/app.sh builds it.
let package = Package(
  name: "app",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "ics2notify", path: "../../..")],
  targets: [
    .executableTarget(
      name: "reader", dependencies: [reminders], path: "Reader", swiftSettings: strict),
    // A link to samples/apply/swift.
    .executableTarget(
      name: "SampleApp", dependencies: [reminders], path: "SampleApp", swiftSettings: strict),
    .testTarget(name: "EventKitTests", dependencies: [reminders], swiftSettings: strict),
    .testTarget(
      name: "UserNotificationsTests", dependencies: [reminders, "SampleApp"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
