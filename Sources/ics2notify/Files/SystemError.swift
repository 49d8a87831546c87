import Foundation
import ICalendarReader

/// A number of the system's for what went wrong.
struct SystemError: Error {
  let code: Int32

  /// What the system calls it.
  var reason: String { FileBytes.reason(code) }

  /// Why an operation on a file failed, in the system's words where it has any.
  static func reason(of error: any Error) -> String {
    var error = error as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
    return error.domain == NSPOSIXErrorDomain
      ? SystemError(code: Int32(error.code)).reason : error.localizedDescription
  }
}
