// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation

/// A request to run the app in the background; use its subclasses.
open class BGTaskRequest: NSObject {
  public let identifier: String
  open var earliestBeginDate: Date?

  fileprivate init(ofKindWith identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) { super.init(ofKindWith: identifier) }
}
