package import CivilTime
package import ICalendar

/// What the items of a calendar store have in common (`EKCalendarItem`).
package struct StoredItem: Hashable, Sendable {
  /// What the server calls it: the same for all occurrences.
  package var uid: String
  /// What its calendar is called by the store: an item in two calendars is two.
  package var calendar = ""
  /// What the calendar is called for people.
  package var calendarName = ""
  /// What it is called.
  package var title = ""
  /// Where it is.
  package var place = ""
  /// Its notes.
  package var details = ""
  /// Its link.
  package var url: String?
  /// When it was changed last.
  package var modified: Instant?
  /// Whether it is cancelled, or done.
  package var isSilent = false
  /// PRIORITY, from 1 for the highest to 9; 0 for none.
  package var priority = 0
  /// Its alarms.
  package var alarms: [StoredAlarm] = []
  /// The rules by which it recurs.
  package var rules: [StoredRule] = []

  /// Makes an item that says nothing.
  package init(uid: String) {
    self.uid = uid
  }

  /// A component without start, end and rules that says what the item says.
  func component(_ kind: CalendarComponent.Kind, alarmsFrom anchor: Alarm.Anchor)
    -> CalendarComponent
  {
    var component = CalendarComponent(kind, uid: uid)
    component.source = calendar
    component.calendarName = calendarName
    component.title = title
    component.place = place
    component.details = details
    component.url = url
    component.modified = modified
    component.isSilent = isSilent
    component.priority = (0...9).contains(priority) ? priority : 0
    // One that can't be compiled keeps its place: the others are named by theirs.
    component.alarms = alarms.map { $0.alarm(from: anchor) }
    return component
  }

  /// What is left out of the item, whatever its times.
  var diagnostics: [Diagnostic] {
    let places = alarms.filter(\.isByPlace).map { _ in
      Diagnostic(.proximityUnsupported, uid: uid)
    }
    return places + rules.compactMap(\.finding).map { Diagnostic($0, uid: uid) }
  }
}

/// An alarm as a calendar store tells it (`EKAlarm`).
package struct StoredAlarm: Hashable, Sendable {
  /// When it is due, once; nil where it counts from the item.
  package var absolute: Instant?
  /// Seconds from the item's start, or from when a reminder is due; negative is before.
  package var offset = 0.0
  /// Whether it is due where somebody is rather than at a time.
  package var isByPlace = false
  /// The name of a sound; nil for none or the system's own.
  package var soundName: String?
  /// Whether a message is sent.
  package var isEmail = false

  /// Makes an alarm at the start.
  package init() {}

  /// The alarm of a component; nil for one by place, which no time can stand for.
  ///
  /// The seconds are exact, as the store's are: a day ahead of 08:00 is 07:00 or 09:00 on the other
  /// side of a clock change.
  func alarm(from anchor: Alarm.Anchor) -> Alarm? {
    guard !isByPlace else { return nil }
    var alarm: Alarm
    if let absolute {
      alarm = Alarm(.absolute(absolute))
    } else {
      let whole = offset.isNaN ? 0 : offset.rounded(.down)
      // All tables end before.
      let longest = Double(CompilerOptions.longestDays * 86_400)
      let bounded = min(max(whole, -longest), longest)
      alarm = Alarm(.relative(CalendarDuration(seconds: Int(bounded)), to: anchor))
    }
    alarm.soundName = soundName
    alarm.action = isEmail ? .email : soundName == nil ? .display : .audio
    return alarm
  }
}

/// A recurrence rule as a calendar store tells it (`EKRecurrenceRule`).
package struct StoredRule: Hashable, Sendable {
  /// When it ends (`EKRecurrenceEnd`).
  package enum End: Hashable, Sendable {
    /// Never.
    case never
    /// After an instant, at which it can still give one.
    case on(Instant)
    /// After a number of occurrences from the first one on, which need not be known.
    case after(Int)
  }

  /// The rule without an end, as its numbers say it.
  package var rule: RecurrenceRule
  /// When it ends.
  package var end: End
  /// The calendar whose months and years it counts: `gregorian`.
  package var calendar: String

  /// Makes a rule of one without an end.
  package init(_ rule: RecurrenceRule, end: End = .never, calendar: String = "gregorian") {
    self.rule = rule
    self.end = end
    self.calendar = calendar
  }

  /// Why it is none that can be expanded; nil where it is one.
  var finding: Finding? {
    do throws(RecurrenceRuleError) {
      guard ["gregorian", "iso8601", ""].contains(calendar) else {
        throw .unsupportedCalendar(calendar.uppercased())
      }
      // The text's rules are the rule's: parsing checks every number.
      _ = try RecurrenceRule(rule.description)
      return nil
    } catch {
      return .ruleInvalid(property: "RRULE", error: error)
    }
  }

  /// The rule from an anchor on, with an end that doesn't count from another one.
  ///
  /// - Parameters:
  ///   - anchor: The start of the component.
  ///   - last: The last occurrence that is known, where a number of them ends the rule.
  ///   - deviceZone: The device's zone, for days.
  /// - Returns: Nil where it is none that can be expanded.
  func rule(
    from anchor: CalendarTime, upTo last: Instant?, onDeviceIn deviceZone: Zone
  ) -> RecurrenceRule? {
    guard finding == nil, var rule = try? RecurrenceRule(rule.description) else { return nil }
    let limit: Instant?
    switch (end, last) {
    case (.never, _): limit = nil
    case (.on(let instant), _): limit = instant
    case (.after(let count), nil):
      rule.count = max(count, 1)
      limit = nil
    case (.after, let last?): limit = last
    }
    rule.until = limit.map { limit in
      anchor.isDate
        ? RecurrenceRule.Until(
          CivilDateTime(deviceZone.civil(at: limit).date), kind: .date)
        : anchor.reference == .floating
          ? RecurrenceRule.Until(deviceZone.civil(at: limit), kind: .local)
          : RecurrenceRule.Until(limit.civilInUTC, kind: .utc)
    }
    return rule
  }
}
