// swift-tools-version: 6.2
import PackageDescription

/// What an app settles that is strict about Swift 6.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The one product that an app takes.
let reminders = Target.Dependency.product(name: "CalendarReminders", package: "ics2notify")

/// An app that depends on the library as others do, with stand-ins for Apple's frameworks.
///
/// `app.sh` beside this folder says how it is built.
let package = Package(
  name: "app",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "ics2notify", path: "../..")],
  targets: [
    .executableTarget(
      name: "reader", dependencies: [reminders], path: "Reader", swiftSettings: strict),
    .testTarget(name: "EventKitTests", dependencies: [reminders], swiftSettings: strict),
    .testTarget(
      name: "UserNotificationsTests", dependencies: [reminders], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
