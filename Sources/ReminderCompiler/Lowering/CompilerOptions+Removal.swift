import ICalendar

extension CompilerOptions {
  /// Whether requests for a component's alarm may carry a `removeBy`.
  ///
  /// A rule about the series covers its changed occurrences as well.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - component: The component whose alarm rings, by its index in the series.
  /// - Returns: False where a rule of ``noOverrun`` matches the component or its master.
  func allowsRemoval(ofRequestsFor reminder: Reminder, _ component: Int) -> Bool {
    guard !noOverrun.isEmpty else { return true }
    let components = reminder.expansion.series.components
    let user = user
    return !Set([0, component]).contains { index in
      let alarms = components[index].alarms
      let alarm = reminder.alarm.place.flatMap { alarms.indices.contains($0) ? alarms[$0] : nil }
      return noOverrun.contains { $0.matches(components[index], alarm, user) }
    }
  }
}
