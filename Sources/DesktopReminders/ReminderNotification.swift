package import CivilTime
package import NotificationTriggers

/// One desktop notification, with one reminder or several.
package struct ReminderNotification: Hashable, Codable, Sendable {
  /// The reason why reminders share a notification.
  package enum Kind: String, Codable, Sendable {
    /// There is only one.
    case single
    /// They are due in the same second.
    case several
    /// They were missed while the user was away.
    case missed
    /// A pause silenced them.
    case silenced
  }

  /// The identifier: 16 hexadecimal digits, also used in unit names.
  package let identifier: String
  /// The reason why the reminders share the notification.
  package let kind: Kind
  /// The reminders in the order of `inTurn`, at most ``maximumReminders``; those after the first
  /// ``maximumWhole`` have only what a list and the answers need.
  package let reminders: [DueReminder]
  /// The number of reminders, including those that aren't kept.
  package let count: Int
  /// The number of times that it was snoozed.
  package var snoozes = 0
  /// When its last snooze ended; nil if it wasn't snoozed.
  package var reappearedAt: Instant?

  /// The most reminders of one notification that are kept.
  package static let maximumReminders = 1_000
  /// The number of reminders that keep their texts, more than a notification lists.
  static let maximumWhole = 16

  /// Makes a notification of at least one reminder, the earliest first.
  package init(_ kind: Kind, of reminders: [DueReminder]) {
    self.init(kind, of: reminders, count: reminders.count)
  }

  private init(_ kind: Kind, of reminders: [DueReminder], count: Int) {
    self.kind = kind
    let kept = ReminderNotification.inTurn(reminders).prefix(ReminderNotification.maximumReminders)
    let whole = ReminderNotification.maximumWhole
    self.reminders = kept.prefix(whole) + kept.dropFirst(whole).map(\.brief)
    self.count = count
    identifier = DueReminder.digest(of: reminders.map(\.identifier))
  }

  /// Takes one reminder of each calendar in turn, so that a crowded calendar doesn't hide the
  /// others; its sender chooses levels, too.
  ///
  /// Within a calendar, and within a turn, the order is by level, then those that ring come first.
  private static func inTurn(_ reminders: [DueReminder]) -> [DueReminder] {
    let ordered = reminders.enumerated().sorted { left, right in
      if left.element.level != right.element.level {
        return left.element.level > right.element.level
      }
      if left.element.rings != right.element.rings { return left.element.rings }
      return left.offset < right.offset
    }.map(\.element)
    var counts: [String: Int] = [:]
    let turns = ordered.map { reminder in
      counts[reminder.origin.source, default: 0] += 1
      return counts[reminder.origin.source] ?? 0
    }
    return ordered.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.map { ordered[$0] }
  }

  /// Returns the notification without the reminders that are gone; nil if none is left.
  package func without(_ isGone: (DueReminder) -> Bool) -> ReminderNotification? {
    let left = reminders.filter { !isGone($0) }
    guard left.count < reminders.count else { return self }
    guard !left.isEmpty else { return nil }
    var rest = ReminderNotification(
      left.count == 1 && count == reminders.count && kind != .silenced ? .single : kind, of: left,
      count: count - (reminders.count - left.count))
    rest.snoozes = snoozes
    rest.reappearedAt = reappearedAt
    return rest
  }

  /// The key by which this notification replaces an earlier one of the same alarm.
  package var replacement: String {
    kind == .single ? reminders[0].replacement : identifier
  }

  /// The earliest fire date.
  package var dueAt: Instant { reminders.map(\.at).min() ?? reminders[0].at }

  /// The highest interruption level of its reminders.
  package var level: InterruptionLevel { reminders.map(\.level).max() ?? .active }

  /// The sound file that the user chose for the first reminder with one; nil for the default sound.
  package var soundFile: String? {
    reminders.lazy.filter { $0.level != .passive }.compactMap(\.soundFile).first
  }

  /// The longest ring, in seconds.
  package static let ringLength = 600

  /// The end of its ring: ten minutes after it was due or reappeared; nil if it doesn't ring.
  ///
  /// A reminder that is shown later than that is silent, so a list of missed ones doesn't ring, and
  /// neither does the list after a pause.
  package var ringsUntil: Instant? {
    guard kind != .silenced else { return nil }
    return reminders.filter { $0.rings && $0.level != .passive }.map { reappearedAt ?? $0.at }.max()
      .map { $0 + ReminderNotification.ringLength }
  }

  /// The link of a single reminder, and whether it leads to a meeting; nil without one.
  package var link: (text: String, isMeeting: Bool)? {
    guard kind == .single, let link = reminders[0].link else { return nil }
    return (link, reminders[0].isMeeting)
  }
}

extension ReminderNotification {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    identifier = try container.decode(String.self, forKey: .identifier)
    kind = try container.decode(Kind.self, forKey: .kind)
    reminders = try container.decode([DueReminder].self, forKey: .reminders)
    count = try container.decode(Int.self, forKey: .count)
    snoozes = try container.decode(Int.self, forKey: .snoozes)
    reappearedAt = try container.decodeIfPresent(Instant.self, forKey: .reappearedAt)
    guard !reminders.isEmpty, ReminderNotification.isIdentifier(identifier) else {
      throw DecodingError.dataCorruptedError(
        forKey: .reminders, in: container, debugDescription: "is a notification of nothing")
    }
  }

  /// Whether a text is a notification's identifier.
  ///
  /// It is also used in paths and unit names, so nothing but sixteen hexadecimal digits is
  /// accepted.
  package static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}
