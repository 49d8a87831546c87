// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stand-in for the part of ActivityKit that samples/apply/AlarmKit.swift uses.

public struct AlertConfiguration: Sendable {
  public struct AlertSound: Sendable {
    public static let `default` = AlertSound()

    public static func named(_ name: String) -> AlertSound { AlertSound() }
  }
}
