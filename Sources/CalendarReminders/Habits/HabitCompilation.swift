import CivilTime
public import ICalendar
import NotificationTriggers
public import ReminderCompiler

extension Habit {
  /// Returns the events that represent the habit, one for each time of day, in ascending order.
  ///
  /// Events don't contain the level, the messages and the pauses: `Compilation(of:with:_:)` and
  /// `NotificationOptions.adding(_:)` apply them.
  ///
  /// - Throws: A ``HabitError`` if a value is invalid.
  /// - Returns: Events whose UIDs consist of ``id`` and the time: `stretching.T083000`.
  public func components() throws(HabitError) -> [CalendarComponent] {
    let first = try checkedFirstDay()
    return times.sorted().map { component(at: $0, from: first) }
  }

  var uids: [String] { times.map(uid) }

  private func uid(at time: TimeOfDay) -> String { "\(id).T\(time.basicFormat)" }

  /// The event of a time of day.
  ///
  /// `first` is its first day, in days since 1970-01-01.
  private func component(at time: TimeOfDay, from first: Int) -> CalendarComponent {
    func due(_ day: Int) -> CalendarTime {
      CalendarTime(
        CivilDateTime(dayNumber: day, time: time),
        reference: zone.map(CalendarTime.Reference.zone) ?? .floating)
    }
    var component = CalendarComponent(uid: uid(at: time), start: due(first))
    component.title = title
    if var rule = days.rule(from: CivilDate(dayNumber: first)) {
      switch end {
      case .never: break
      case .on(let date):
        let last = CivilDateTime(dayNumber: date.dayNumber, time: .lastSecond)
        rule.until = RecurrenceRule.Until(last, kind: .local)
      case .after(let count): rule.count = count
      }
      component.rules = [rule]
    }
    component.exceptionDates = doneDays.map(\.dayNumber).filter { $0 >= first }.sorted().map(due)
    var alarm = Alarm(
      .relative(.zero, to: .start), repeatCount: nag?.count ?? 0,
      repeatInterval: nag?.interval ?? .zero, acknowledged: done)
    alarm.soundName = soundName
    component.alarms = [alarm]
    return component
  }

}

extension Habit {
  /// Validates the habit and returns the first day on which it is due, in days since 1970-01-01.
  private func checkedFirstDay() throws(HabitError) -> Int {
    if let reason = fault { throw HabitError(reason, id: id) }
    guard let first = days.first(from: start.dayNumber),
      first <= last, first <= HabitError.lastDay
    else { throw HabitError(.neverDue, id: id) }
    return first
  }

  /// The last day on which the habit can be due, in days since 1970-01-01.
  private var last: Int { if case .on(let date) = end { date.dayNumber } else { .max } }

  /// The first invalid value; nil if all values are valid.
  ///
  /// Whether any day is due is not checked.
  private var fault: HabitError.Reason? {
    if id.isEmpty { return .idEmpty }
    if id.utf8.count > Habit.longestID { return .idTooLong }
    if title.allSatisfy(\.isWhitespace) { return .titleEmpty }
    if times.isEmpty { return .timesEmpty }
    let sorted = times.sorted()
    if let (time, _) = zip(sorted, sorted.dropFirst()).first(where: ==) {
      return .timeRepeated(time)
    }
    if let fault = days.fault { return fault }
    if last < start.dayNumber { return .endBeforeStart }
    if case .after(let count) = end, !(1...Habit.End.largestCount).contains(count) {
      return .countInvalid(count)
    }
    for pause in pauses {
      let length = pause.upperBound.dayNumber - pause.lowerBound.dayNumber + 1
      if length > Habit.longestPause { return .pauseTooLong(days: length) }
    }
    if messages.count > BodyRule.maximumTemplates { return .messagesTooMany(messages.count) }
    return nil
  }

  func templates() throws(HabitError) -> [BodyTemplate] {
    var templates: [BodyTemplate] = []
    for message in messages {
      do throws(BodyTemplate.FormatError) {
        templates.append(try BodyTemplate(message))
      } catch {
        throw HabitError(.messageInvalid(message, error), id: id)
      }
    }
    return templates
  }
}

extension [Habit] {
  /// Returns the events of all habits.
  ///
  /// - Throws: A ``HabitError`` if a value is invalid or two habits have the same ``Habit/id``.
  /// - Returns: The ``Habit/components()`` of each habit, in the order of the habits.
  public func components() throws(HabitError) -> [CalendarComponent] {
    var ids: Set<[UInt8]> = []
    var components: [CalendarComponent] = []
    for habit in self {
      guard ids.insert([UInt8](habit.id.utf8)).inserted else {
        throw HabitError(.idRepeated, id: habit.id)
      }
      components += try habit.components()
    }
    return components
  }
}

extension NotificationOptions {
  /// Returns the options with the levels, messages and pauses of habits, which take precedence over
  /// existing rules.
  ///
  /// - Parameter habits: The habits. The added rules apply only to the UIDs of their events.
  /// - Throws: A `HabitError` if a message is not a valid template.
  /// - Returns: The options for a compilation of the habits' components.
  public func adding(_ habits: [Habit]) throws(HabitError) -> NotificationOptions {
    var bodies: [BodyRule] = []
    for habit in habits where !habit.messages.isEmpty {
      bodies.append(BodyRule(rotating: try habit.templates(), uids: habit.uids))
    }
    var options = self
    options.bodies = bodies + options.bodies
    // The app's level rules are for calendar components: each habit sets its own level.
    options.silences += habits.flatMap { habit in
      habit.pauses.map { SilenceRule($0, uids: habit.uids, in: habit.zone) }
    }
    options.levels = habits.map { LevelRule($0.level, uids: $0.uids) } + options.levels
    return options
  }
}

extension Compilation {
  /// Makes a compilation of habits, and optionally of calendars, which share the app's slots.
  ///
  /// - Parameters:
  ///   - habits: The habits.
  ///   - components: The components of calendars, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Throws: A `HabitError` if a habit is invalid.
  public convenience init(
    of habits: [Habit], with components: [CalendarComponent] = [], _ options: NotificationOptions
  ) throws(HabitError) {
    self.init(of: try habits.components() + components, try options.adding(habits))
  }
}
