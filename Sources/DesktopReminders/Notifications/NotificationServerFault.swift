/// Why an answer of a notification server can't be read.
package enum NotificationServerFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is longer than any answer.
  case tooLong
  /// It is no JSON, or none that busctl prints.
  case noJSON
  /// It is of a type that this question isn't answered with.
  case type(expected: String)

  /// What is wrong, for a person.
  package var description: String {
    switch self {
    case .tooLong: "is longer than \(ServerAnswer.longestBytes) bytes"
    case .noJSON: "is not what busctl prints"
    case .type(let expected): "is not of the type \(expected)"
    }
  }
}
