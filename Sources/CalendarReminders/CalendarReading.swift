public import ICalendar
public import ICalendarReader
public import ReminderCompiler

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CalendarReader {
  /// Reads a calendar that an app has received or opened (.ics, `text/calendar`).
  ///
  /// What is wrong with a part of it is told by the document's diagnostics, and the rest is read.
  /// Components of several files can be about one event: those of one calendar that stands in
  /// several files are read together by `scan(_:file:)` and ``documents(selecting:)``.
  ///
  /// ```swift
  /// let alarm = "BEGIN:VALARM\nTRIGGER:PT0S\nEND:VALARM\n"
  /// let text = "BEGIN:VEVENT\nUID:a\nDTSTART:soon\n\(alarm)END:VEVENT\n"
  /// let reader = CalendarReader(zones: ZoneDatabase())
  /// let document = try reader.document(Data(text.utf8), name: "invitation.ics")
  /// print(document.diagnostics.map(\.code))  // ["calendar-missing", "date-time-invalid"]
  /// ```
  ///
  /// - Parameters:
  ///   - data: Its bytes, in whatever encoding.
  ///   - name: What it is called in diagnostics, and what tells its source from others.
  /// - Throws: Why the bytes are no calendar.
  /// - Returns: Its components that can matter for what fires, and what was found wrong.
  public func document(_ data: Data, name: String) throws(ReadingError) -> CalendarDocument {
    documents(selecting: [try scan(Array(data), file: name)])[0]
  }
}

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
    let earliest = options.earliestAlert - delay
    self.init(
      includesComponentsWithoutAlarms: options.hasDefaultAlarms,
      includesAllToDos: options.overdueNag != nil,
      firesFrom: min(earliest, options.handled.earliestFire ?? earliest))
    firesUntil = options.compiler.window.upperBound
    deviceZone = options.compiler.deviceZone
    includesDetails = options.showsDetails
    includesAttributes = options.asksForAttributes
  }
}
