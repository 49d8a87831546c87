// swift-tools-version: 6.2
import PackageDescription

/// An app that depends on the library as others do, with stand-ins for Apple's frameworks.
///
/// `standins.sh` says how it is built.
let package = Package(
  name: "app",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "ics2notify", path: "../..")],
  targets: [
    .testTarget(
      name: "EventKitTests",
      dependencies: [.product(name: "CalendarReminders", package: "ics2notify")])
  ],
  swiftLanguageModes: [.v6]
)
