// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations, which SwiftUI exports from UIKit.

@_exported public import Foundation

@MainActor open class UIApplication: NSObject {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public static let shared = UIApplication()

  /// The links that were opened, for tests.
  public private(set) var opened: [URL] = []

  @discardableResult open func open(_ url: URL) async -> Bool {
    opened.append(url)
    return true
  }
}

// The initializer replaces that of NSObject, which Objective-C finds in each subclass.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  init()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

@MainActor @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: UIApplicationDelegate> {
  public let wrappedValue: DelegateType

  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = DelegateType()
  }
}

extension URL {
  // The Foundation of Linux lacks these methods.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  public func stopAccessingSecurityScopedResource() {}
}
