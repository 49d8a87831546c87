// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap

// A stand-in for the part of AppIntents that samples/apply/AlarmKit.swift uses.

/// Foundation has it on Apple's systems only.
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
  public let key: String

  public init(stringLiteral value: String) { key = value }
}

public protocol IntentResult: Sendable {}

public struct EmptyResult: IntentResult {}

extension IntentResult where Self == EmptyResult {
  public static func result() -> EmptyResult { EmptyResult() }
}

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  static var isDiscoverable: Bool { get }
  init()
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter = IntentParameter
}

public protocol SystemIntent: AppIntent {}

public protocol LiveActivityIntent: SystemIntent {}

@propertyWrapper
public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
  private var value: Value?

  public init(title: LocalizedStringResource) {}

  public var wrappedValue: Value {
    get { value! }
    set { value = newValue }
  }
}
