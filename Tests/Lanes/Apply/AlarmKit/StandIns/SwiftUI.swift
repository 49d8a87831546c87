// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, DontRepeatTypeInStaticProperties

// A stand-in for the part of SwiftUI that samples/apply/AlarmKit.swift uses.

public struct Color: Sendable {
  public static let accentColor = Color()
  public static let white = Color()
}
