import ArgumentParser
import ProgramSupport

/// `ics2notify schema`: the JSON Schemas of the formats.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .schema, arguments: "[<name>]",
    abstract: "Print the JSON Schema of a format, or list formats.",
    examples: [
      "ics2notify schema",
      "ics2notify schema plan > plan.schema.json",
    ])

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case plan, fires, simulate, diff, apns, batch, input, responses, diagnostics, status
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

    /// The bytes of the file in `Schemas`, which SwiftPM embeds in the program.
    fileprivate var file: [UInt8] {
      switch self {
      case .plan: PackageResources.plan_schema_json
      case .fires: PackageResources.fires_schema_json
      case .simulate: PackageResources.simulate_schema_json
      case .diff: PackageResources.diff_schema_json
      case .apns: PackageResources.apns_schema_json
      case .batch: PackageResources.batch_schema_json
      case .input: PackageResources.input_schema_json
      case .responses: PackageResources.responses_schema_json
      case .diagnostics: PackageResources.diagnostics_schema_json
      case .status: PackageResources.status_schema_json
      case .expoIOS: PackageResources.expo_ios_schema_json
      case .expoAndroid: PackageResources.expo_android_schema_json
      case .notifyKitIOS: PackageResources.notifykit_ios_schema_json
      case .notifyKitAndroid: PackageResources.notifykit_android_schema_json
      case .notifeeIOS: PackageResources.notifee_ios_schema_json
      case .notifeeAndroid: PackageResources.notifee_android_schema_json
      case .flutterIOS: PackageResources.flutter_ios_schema_json
      case .flutterAndroid: PackageResources.flutter_android_schema_json
      case .capacitorIOS: PackageResources.capacitor_ios_schema_json
      case .capacitorAndroid: PackageResources.capacitor_android_schema_json
      case .mauiIOS: PackageResources.maui_ios_schema_json
      case .mauiAndroid: PackageResources.maui_android_schema_json
      case .alarmkit: PackageResources.alarmkit_schema_json
      case .android: PackageResources.android_schema_json
      }
    }
  }

  @Argument(help: ArgumentHelp("The format; without one they are listed.", valueName: "name"))
  var name: Format?

  func run() throws {
    let output = try StandardOutput(protecting: ProtectedFiles())
    if let name {
      output.write(whole: try SharedSchema(PackageResources.shared_json).whole(name.file))
    } else {
      output.write(whole: Format.allCases.map { $0.rawValue + "\n" }.joined())
    }
    ExitStatus.success.exit()
  }
}
