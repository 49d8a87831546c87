import ArgumentParser
import NotificationTriggers
import ProgramSupport

/// The option for the system that a plan is for.
struct TargetOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The target of the plan.", valueName: "target"))
  var target = Target.apple

  enum Target: String, ExpressibleByArgument, CaseIterable {
    case apple, systemd, apns
    case expoIOS = "expo-ios"
    case expoAndroid = "expo-android"
    case notifyKitIOS = "notifykit-ios"
    case notifyKitAndroid = "notifykit-android"
    case notifeeIOS = "notifee-ios"
    case notifeeAndroid = "notifee-android"
    case flutterIOS = "flutter-ios"
    case flutterAndroid = "flutter-android"
    case capacitorIOS = "capacitor-ios"
    case capacitorAndroid = "capacitor-android"
    case mauiIOS = "maui-ios"
    case mauiAndroid = "maui-android"
    case alarmkit, android
  }

  /// Returns the layer that keeps the requests; throws an error for a target without requests.
  func layer() throws(Failure) -> NotificationLayer {
    guard let layer = NotificationLayer(named: target.rawValue) else {
      throw Failure(.usage, "--target \(target.rawValue) is for compile only")
    }
    return layer
  }
}
