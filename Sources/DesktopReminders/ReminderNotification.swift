package import CivilTime
package import NotificationTriggers

/// One notification of a desktop: a reminder, or several that are shown together.
package struct ReminderNotification: Hashable, Codable, Sendable {
  /// Why reminders are shown together.
  package enum Kind: String, Codable, Sendable {
    /// There is one alone.
    case single
    /// They are due in the same second.
    case several
    /// They were missed while the user was not there.
    case missed
  }

  /// What names it: a part of units' names.
  package let identifier: String
  /// Why its reminders are shown together.
  package let kind: Kind
  /// Its reminders, in the order in which there is room for them; as many as are kept.
  package let reminders: [DueReminder]
  /// How many there are, with those that are not kept.
  package let count: Int
  /// How often it was put off.
  package var snoozes = 0

  /// The most reminders of one notification that are kept: nobody reads more lines.
  package static let maximumReminders = 16

  /// Makes a notification of reminders, at least one, the soonest first.
  package init(_ kind: Kind, _ reminders: [DueReminder]) {
    self.init(kind, reminders, count: reminders.count)
  }

  private init(_ kind: Kind, _ reminders: [DueReminder], count: Int) {
    self.kind = kind
    self.reminders = Array(
      ReminderNotification.inTurn(reminders).prefix(ReminderNotification.maximumReminders))
    self.count = count
    identifier = DueReminder.digest(of: reminders.map(\.identifier))
  }

  /// Reminders in the order in which they are kept and listed: the most important first, and of those
  /// the first of each calendar before the second of any, so that a crowd of one hides no other's.
  private static func inTurn(_ reminders: [DueReminder]) -> [DueReminder] {
    struct Calendar: Hashable {
      let source: String
      let level: InterruptionLevel
    }
    var turns: [Calendar: Int] = [:]
    let placed = reminders.enumerated().map { offset, reminder in
      let calendar = Calendar(source: reminder.origin.source, level: reminder.level)
      turns[calendar, default: 0] += 1
      return (reminder, turn: turns[calendar] ?? 0, offset)
    }
    return placed.sorted { left, right in
      left.0.level == right.0.level
        ? (left.turn, left.2) < (right.turn, right.2) : left.0.level > right.0.level
    }.map(\.0)
  }

  /// The notification of the reminders that aren't gone; nil where all are.
  package func without(_ isGone: (DueReminder) -> Bool) -> ReminderNotification? {
    let left = reminders.filter { !isGone($0) }
    guard left.count < reminders.count else { return self }
    guard !left.isEmpty else { return nil }
    var rest = ReminderNotification(
      left.count == 1 && count == reminders.count ? .single : kind, left,
      count: count - (reminders.count - left.count))
    rest.snoozes = snoozes
    return rest
  }

  /// What it takes the place of: an earlier one of the same alarm.
  package var replacement: String {
    kind == .single ? reminders[0].replacement : identifier
  }

  /// When the first of its reminders was due.
  package var dueAt: Instant { reminders.map(\.at).min() ?? reminders[0].at }

  /// How much the most important of them may interrupt.
  package var level: InterruptionLevel { reminders.map(\.level).max() ?? .active }

  /// The link that it opens, and whether people meet there; nil where it has none or several.
  package var link: (text: String, isMeeting: Bool)? {
    guard kind == .single, let link = reminders[0].link else { return nil }
    return (link, reminders[0].isMeeting)
  }
}

extension ReminderNotification {
  /// Reads a notification.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    identifier = try container.decode(String.self, forKey: .identifier)
    kind = try container.decode(Kind.self, forKey: .kind)
    reminders = try container.decode([DueReminder].self, forKey: .reminders)
    count = try container.decode(Int.self, forKey: .count)
    snoozes = try container.decode(Int.self, forKey: .snoozes)
    guard !reminders.isEmpty, ReminderNotification.isIdentifier(identifier) else {
      throw DecodingError.dataCorruptedError(
        forKey: .reminders, in: container, debugDescription: "is a notification of nothing")
    }
  }

  /// Whether a text can name a notification: sixteen hexadecimal digits, and nothing else that could
  /// lead anywhere in a path or a unit's name.
  package static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
