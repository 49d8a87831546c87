/// The number that notifications put on the app's icon (`UNNotificationContent.badge`).
///
/// The text form is that of the command line and of JSON: `count` or a number.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var badged = options
/// badged.badge = Badge("count")
/// print(Compilation(of: [standUp], badged).plan.requests[0].content.badge!)  // 1
/// ```
public enum Badge: Hashable, Sendable {
  /// The same number for all notifications, from 0 to 9,999; 0 removes the badge.
  case number(Int)
  /// The number of first alerts that are due on the day of a one-shot, from now on and up to its
  /// fire.
  ///
  /// The day is that of the device's zone. A request that fires several times has 1.
  case count

  /// Makes a badge from its text; nil if the text is neither `count` nor a number from 0 to 9,999.
  public init?(_ text: String) {
    if text == "count" {
      self = .count
    } else if let number = Int(text), (0...9_999).contains(number), "\(number)" == text {
      self = .number(number)
    } else {
      return nil
    }
  }
}

extension Badge {
  /// The badge of a request that fires several times, or that isn't for an alarm.
  package var ofRepeats: Int {
    switch self {
    case .number(let number): number
    case .count: 1
    }
  }
}

extension Badge: CustomStringConvertible {
  /// The text form.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .count: "count"
    }
  }
}

extension Badge: Codable {
  /// Decodes the text form.
  ///
  /// - Throws: A `DecodingError` for another text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let badge = Badge(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "is neither count nor a number from 0 to 9999")
    }
    self = badge
  }

  /// Encodes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
