public import ICalendar
public import ICalendarReader

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
