package import CivilTime
package import ICalendar
package import WorkSharing

/// What quiet hours do to a plan, in one line for a person: how many fires they move or leave out,
/// and what the plan would be without them.
///
/// Hours that are kept free can make many patterns of one: five reminders of every hour, kept to a
/// few hours of the day, need far more slots.
package struct QuietHoursCost: Sendable {
  /// What a plan takes, and what it promises.
  package struct Use: Equatable, Sendable {
    private let count: Int
    private let unit: String
    private let exactUntil: Instant?

    /// What a plan takes.
    ///
    /// - Parameters:
    ///   - count: How many of what there is room for.
    ///   - unit: What that is, one of it: `slot`.
    ///   - exactUntil: Up to when the plan is exact; nil for the horizon's end.
    package init(_ count: Int, _ unit: String, exactUntil: Instant?) {
      self.count = count
      self.unit = unit
      self.exactUntil = exactUntil
    }

    fileprivate func difference(from other: Use, in zone: Zone) -> [String] {
      var parts: [String] = []
      if count != other.count {
        parts.append("\(EnglishNames.count(count, unit)) rather than \(other.count)")
      }
      if exactUntil != other.exactUntil {
        parts.append("exact \(reach(in: zone)) rather than \(other.reach(in: zone))")
      }
      return parts
    }

    private func reach(in zone: Zone) -> String {
      exactUntil.map { "until \(LocalTime($0, in: zone))" } ?? "to the horizon"
    }
  }

  private let changes: QuietChanges
  private let parts: [String]

  /// Compares a plan with the one that there would be without quiet hours.
  package init(_ changes: QuietChanges, _ use: Use, without other: Use, zone: Zone) {
    self.changes = changes
    parts = use.difference(from: other, in: zone)
  }

  /// The line without its end: `quiet hours: 12 fires moved, 64 slots rather than 5`.
  package var text: String {
    "quiet hours: " + (changes.phrases + parts).joined(separator: ", ")
  }
}

extension QuietChanges {
  /// What there is of them, for a person: `12 fires moved`.
  var phrases: [String] {
    [
      moved > 0 ? "\(EnglishNames.count(moved, "fire")) moved" : nil,
      together > 0
        ? "\(EnglishNames.count(together, "occurrence")) told of by the fire of another one" : nil,
      leftOut > 0 ? "\(EnglishNames.count(leftOut, "fire")) left out" : nil,
    ].compactMap { $0 }
  }
}

extension Compiler {
  /// What quiet hours do to a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - components: What it was made of.
  ///   - options: What it was made for.
  ///   - workers: The threads that work at once.
  /// - Returns: The cost; nil where no fire lies in quiet hours.
  package static func quietHoursCost(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    _ workers: Workers = .one
  ) -> QuietHoursCost? {
    guard let changes = QuietChanges(of: components, options.compiler) else { return nil }
    var others = options
    others.compiler.quietHours = []
    let other = Compiler.plan(for: components, others, workers)
    return QuietHoursCost(
      changes, QuietHoursCost.Use(plan.requests.count, "slot", exactUntil: plan.exactUntil),
      without: QuietHoursCost.Use(other.requests.count, "slot", exactUntil: other.exactUntil),
      zone: options.deviceZone)
  }
}
