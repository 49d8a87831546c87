import CalendarFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
  import Glibc
#else
  import Foundation
#endif

/// A number of the system's for what went wrong.
struct SystemError: Error {
  let code: Int32

  /// What the system calls it.
  var reason: String { FileBytes.reason(code) }

  /// Why an operation on a file failed, in the system's words where it has any.
  static func reason(of error: any Error) -> String {
    if let own = error as? SystemError { return own.reason }
    var error = error
    while let cause = (error as? CocoaError)?.underlying { error = cause }
    return (error as? POSIXError).map { SystemError(code: $0.code.rawValue).reason } ?? "\(error)"
  }
}
