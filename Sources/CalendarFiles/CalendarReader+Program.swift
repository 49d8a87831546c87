package import CivilTime
package import ICalendarReader

#if Libical && os(Linux)
  import Libical
#endif

extension CalendarReader {
  /// The reader of the program: by libical, where that can be relied on, unless the package was
  /// built without.
  package static func ofProgram(
    zones: ZoneDatabase, _ options: ReadingOptions
  ) -> CalendarReader {
    #if Libical && os(Linux)
      CalendarReader(zones: zones, options: options, grammar: CheckedGrammar.init)
    #else
      CalendarReader(zones: zones, options: options)
    #endif
  }
}
