package import CivilTime
import ICalendar
import NotificationTriggers
package import ProgramSupport
import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's responses to notifications, as an app stores them, in order of time.
package struct ResponsesFile {
  /// A response, with the instant at which the user gave it.
  fileprivate struct Response {
    let response: ReminderResponse
    let respondedAt: Instant
    /// The time from the response to the snoozed reminder, in seconds; nil for another response.
    let snoozeLength: Int?
  }

  private var responses: [Response] = []
  private var path = ""

  /// The most responses in a file.
  ///
  /// Each expands the calendars, so more would take too long.
  static let maximumCount = 200

  /// The most responses times components of answered series, about three seconds.
  private static let mostWork = 200_000

  /// Makes an empty file.
  package init() {}

  /// Reads a JSON array; `-` is standard input.
  package init(_ path: FilePath) throws(Failure) {
    if path.isHyphen { StandardInput.announce("responses") }
    self.path = "\(path)"
    let bytes = try path.optionContents(orStandardInput: true)
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
      case .array(let elements) = value
    else { throw Failure(.noUsableInput, "\(path): is not a JSON array of responses") }
    guard elements.count <= ResponsesFile.maximumCount else {
      throw Failure(
        .noUsableInput,
        "\(path): has \(elements.count) responses; keep the last \(ResponsesFile.maximumCount)")
    }
    for (index, element) in elements.enumerated() {
      guard let response = Response(element) else {
        throw Failure(
          .noUsableInput,
          "\(path): element \(index) lacks action, identifier, deliveredAt or respondedAt, or one of "
            + "the times is not an instant")
      }
      responses.append(response)
    }
    responses.sort { $0.respondedAt < $1.respondedAt }
  }

  var isEmpty: Bool { responses.isEmpty }

  /// The earliest delivery of an answered notification; nil without responses.
  var earliestDelivery: Instant? { responses.map(\.response.deliveredAt).min() }

  /// The instant of the last response; nil without responses.
  ///
  /// It can be after now, because it is on the clock of the device. An app gives each response a later
  /// time than this one.
  package var respondedUntil: Instant? { responses.last?.respondedAt }

  /// Adds the responses to the options, so that the plan considers them.
  ///
  /// - Parameters:
  ///   - options: The options, with the instant of the plan.
  ///   - components: The components of all calendars.
  /// - Returns: Remarks about responses without an effect.
  func apply(
    to options: inout NotificationOptions, _ components: [CalendarComponent]
  ) -> [String] {
    var remarks: [String] = []
    let components = ResponseScope.components(
      for: responses.map(\.response.requestIdentifier), of: components,
      language: options.compiler.language)
    let count = min(
      responses.count, max(1, ResponsesFile.mostWork / max(1, components.count)))
    if count < responses.count {
      remarks.append(
        "\(path): too many events have the titles of the answered ones, so only the last \(count) "
          + "of \(responses.count) responses are considered")
    }
    var ignored = 0
    for response in responses.suffix(count) {
      var then = options
      then.now = response.respondedAt
      let outcome = options.handled.handle(
        response.response, of: components, options: then,
        snoozeLength: response.snoozeLength ?? HandledReminders.snoozeLength)
      if outcome == .unknown { ignored += 1 }
    }
    if ignored > 0 {
      remarks.append(
        "\(path): ignored responses, because the calendars lack their reminders: \(ignored)")
    }
    return remarks
  }
}

extension ResponsesFile.Response {
  /// Reads an element; nil if a value is missing or wrong.
  ///
  /// Other keys belong to the app.
  fileprivate init?(_ element: JSONValue) {
    func instant(_ key: String) -> Instant? {
      element[key]?.string.flatMap { Instant(iso8601: $0) }
        .flatMap { CompilerOptions.knownInstants.contains($0) ? $0 : nil }
    }
    guard let action = element["action"]?.string, let identifier = element["identifier"]?.string,
      let deliveredAt = instant("deliveredAt"), let respondedAt = instant("respondedAt")
    else { return nil }
    response = ReminderResponse(
      actionIdentifier: action, requestIdentifier: identifier, deliveredAt: deliveredAt)
    self.respondedAt = respondedAt
    snoozeLength = response.action == .snooze ? instant("until").map { $0 - respondedAt } : nil
  }
}
