public import ICalendarReader
public import ReminderCompiler

extension ReadingOptions {
  /// What a reader may leave out of what is compiled with some options, and of what a user may
  /// still answer.
  ///
  /// With `options` of the example of ``ReminderCompiler/Compiler``:
  ///
  /// ```swift
  /// print(ReadingOptions(for: options).firesFrom!)  // 2028-01-01T07:00:00Z
  /// ```
  ///
  /// - Parameters:
  ///   - options: The options of the compilation.
  ///   - delay: How long after its time a notification may be answered, in seconds: what was due
  ///     so long ago is read, too.
  public init(
    for options: NotificationOptions, answeredWithin delay: Int = HandledReminders.longestDelay
  ) {
    let earliest = options.earliestAlert.map { $0 - delay }
    self.init(
      includesComponentsWithoutAlarms: options.hasDefaultAlarms,
      includesAllToDos: options.overdueNag != nil,
      firesFrom: earliest.map { min($0, options.handled.earliestFire ?? $0) })
    firesUntil = options.compiler.window.upperBound
    deviceZone = options.compiler.deviceZone
    includesDetails = options.showsDetails
    includesAttributes = options.asksForAttributes
  }
}
