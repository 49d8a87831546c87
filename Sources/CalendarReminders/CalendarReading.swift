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
  /// Invalid parts are reported in the document's diagnostics, and everything else is read. If one
  /// calendar consists of several files, components in different files can belong to one event.
  /// Read such files together with `scan(_:file:)` and `documents(selecting:)`.
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
  ///   - data: The bytes of the file, in any encoding.
  ///   - name: The file name in diagnostics, which also identifies the source of the components.
  /// - Throws: The reason if the bytes are not a calendar.
  /// - Returns: The components that can affect fire dates, and the diagnostics.
  public func document(_ data: Data, name: String) throws(ReadingError) -> CalendarDocument {
    documents(selecting: [try scan(Array(data), file: name)])[0]
  }
}

extension ReadingOptions {
  /// Makes the reading options for a compilation.
  ///
  /// A reader may skip components that affect neither the plan nor a notification that the user can
  /// still respond to.
  ///
  /// With `options` from the example of `Compilation`:
  ///
  /// ```swift
  /// print(ReadingOptions(for: options).firesFrom!)  // 2028-01-01T07:00:00Z
  /// ```
  ///
  /// - Parameters:
  ///   - options: The options of the compilation.
  ///   - delay: How long after its fire date the user can respond to a notification, in seconds.
  ///     Components with fire dates up to that long ago are read too.
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
    includesAttributes = options.testsAttributes
  }
}
