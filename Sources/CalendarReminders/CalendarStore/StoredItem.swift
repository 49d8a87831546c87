package import CivilTime
package import ICalendar

/// The common properties of items in a calendar store (`EKCalendarItem`).
package struct StoredItem: Hashable, Sendable {
  /// The UID that the server uses, which all occurrences share.
  package var uid: String
  /// The store's identifier of the calendar.
  ///
  /// An item in two calendars counts as two items.
  package var calendar = ""
  /// The display name of the calendar.
  package var calendarName = ""
  /// The title.
  package var title = ""
  /// The location.
  package var place = ""
  /// The notes.
  package var details = ""
  /// The link.
  package var url: String?
  /// When the item was last modified.
  package var modified: Instant?
  /// Whether the item is cancelled or completed, so that its alarms don't fire.
  package var isSilent = false
  /// PRIORITY, from 1 (highest) to 9 (lowest); 0 if undefined.
  package var priority = 0
  /// The alarms.
  package var alarms: [StoredAlarm] = []
  /// The recurrence rules.
  package var rules: [StoredRule] = []

  /// Makes an item with only a UID.
  package init(uid: String) {
    self.uid = uid
  }

  /// Returns a component with the item's content, but without a start, an end and rules.
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
    // Alarms that cannot be compiled stay as nil, because alarms are identified by index.
    component.alarms = alarms.map { $0.alarm(from: anchor) }
    return component
  }

  /// The diagnostics for parts of the item that are left out, independent of its times.
  var diagnostics: [Diagnostic] {
    let places = alarms.filter(\.isByPlace).map { _ in
      Diagnostic(.proximityUnsupported, uid: uid)
    }
    return places + rules.compactMap(\.finding).map { Diagnostic($0, uid: uid) }
  }
}

/// An alarm in a calendar store (`EKAlarm`).
package struct StoredAlarm: Hashable, Sendable {
  /// The fire date of an absolute alarm; nil for a relative alarm.
  package var absolute: Instant?
  /// Seconds from an event's start or a reminder's due date; negative means before.
  package var offset = 0.0
  /// Whether the alarm depends on a location instead of a time.
  package var isByPlace = false
  /// The name of a sound; nil for none or the system's default sound.
  package var soundName: String?
  /// Whether the alarm sends an email.
  package var isEmail = false

  /// Makes an alarm at the start of its item.
  package init() {}

  /// Returns the alarm of a component; nil for an alarm that depends on a location.
  ///
  /// The offset is exact in seconds, as in the store: one day before 08:00 is 07:00 or 09:00 across
  /// a clock change.
  func alarm(from anchor: Alarm.Anchor) -> Alarm? {
    guard !isByPlace else { return nil }
    var alarm: Alarm
    if let absolute {
      alarm = Alarm(.absolute(absolute))
    } else {
      let whole = offset.isNaN ? 0 : offset.rounded(.down)
      // No fire date lies farther away than this.
      let longest = Double(CompilerOptions.longestDays * 86_400)
      let bounded = min(max(whole, -longest), longest)
      alarm = Alarm(.relative(CalendarDuration(seconds: Int(bounded)), to: anchor))
    }
    alarm.soundName = soundName
    alarm.action = isEmail ? .email : soundName == nil ? .display : .audio
    return alarm
  }
}

/// A recurrence rule in a calendar store (`EKRecurrenceRule`).
package struct StoredRule: Hashable, Sendable {
  /// The end of a rule (`EKRecurrenceEnd`).
  package enum End: Hashable, Sendable {
    /// The rule never ends.
    case never
    /// The latest instant at which an occurrence can start.
    case on(Instant)
    /// The number of occurrences, counted from the first.
    ///
    /// The list may lack the first ones.
    case after(Int)
  }

  /// The rule without an end, unvalidated.
  package var rule: RecurrenceRule
  /// The end of the rule.
  package var end: End
  /// The calendar in which months and years are counted, such as `gregorian`.
  package var calendar: String

  /// Makes a rule from one without an end.
  package init(_ rule: RecurrenceRule, end: End = .never, calendar: String = "gregorian") {
    self.rule = rule
    self.end = end
    self.calendar = calendar
  }

  /// The diagnostic if the rule cannot be expanded; otherwise nil.
  var finding: Finding? {
    do throws(RecurrenceRuleError) {
      guard ["gregorian", "iso8601", ""].contains(calendar) else {
        throw .unsupportedCalendar(calendar.uppercased())
      }
      // Parse the rule's text to validate every number.
      _ = try RecurrenceRule(rule.description)
      return nil
    } catch {
      return .ruleInvalid(property: "RRULE", error: error)
    }
  }

  /// Returns the rule for a component that starts at `anchor`; nil if it cannot be expanded.
  ///
  /// The last known occurrence replaces a COUNT, which may be relative to an earlier anchor. The
  /// UNTIL of a date or of a floating time is written in the device's zone.
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
