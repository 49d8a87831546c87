public import ICalendar
public import ReminderCompiler

extension [Habit] {
  /// The events of all habits.
  ///
  /// - Throws: What can't be meant: also that two have one ``Habit/id``.
  /// - Returns: Their ``Habit/components()``, in the order of the habits.
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
  /// The options with the levels and messages of habits, which precede other rules.
  ///
  /// - Parameter habits: The habits; the rules are for their UIDs alone.
  /// - Throws: Which message is no template.
  /// - Returns: The options for a compilation of their components.
  public func adding(_ habits: [Habit]) throws(HabitError) -> NotificationOptions {
    var bodies: [BodyRule] = []
    for habit in habits where !habit.messages.isEmpty {
      bodies.append(BodyRule(takingTurns: try habit.templates(), uids: habit.uids))
    }
    var options = self
    options.bodies = bodies + options.bodies
    // A rule of the app's own is about components; a habit says its level itself.
    options.levels = habits.map { LevelRule($0.level, uids: $0.uids) } + options.levels
    return options
  }
}

extension Compiler {
  /// Compiles a plan of habits, and of calendars beside them: all share the slots of the app.
  ///
  /// - Parameters:
  ///   - habits: The habits.
  ///   - components: The components of calendars, in any order.
  ///   - options: The instant, the device and the slots.
  /// - Throws: What of a habit can't be meant.
  /// - Returns: The plan, proven against what habits and calendars ask for.
  public static func plan(
    for habits: [Habit], with components: [CalendarComponent] = [], _ options: NotificationOptions
  ) throws(HabitError) -> Plan {
    plan(for: try habits.components() + components, try options.adding(habits))
  }
}
