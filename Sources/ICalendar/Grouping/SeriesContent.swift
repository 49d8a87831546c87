/// All of a series that decides what is asked for.
struct SeriesContent: Hashable {
  private let hasMaster: Bool
  private var components: [CalendarComponent]

  /// Takes what decides from a series.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - isTiedToFile: Whether the file in which it stands decides, too.
  init(_ series: EventSeries, isTiedToFile: Bool) {
    hasMaster = series.hasMaster
    components = series.components.map { $0.content(isTiedToFile: isTiedToFile) }
  }

  /// The same, whatever only options look at: what its calendar is called, its file, and what each
  /// attendee's copy says otherwise.
  var withoutOptional: SeriesContent {
    var content = self
    for index in components.indices {
      content.components[index].calendarName = ""
      content.components[index].source = ""
      content.components[index].location = nil
      content.components[index].attributes = ComponentAttributes()
    }
    return content
  }
}

extension CalendarComponent {
  /// The component without what only says where it comes from.
  fileprivate func content(isTiedToFile: Bool) -> CalendarComponent {
    var content = self
    content.location = isTiedToFile ? location.map { SourceLocation(file: $0.file, line: 0) } : nil
    content.source = ""
    content.sequence = 0
    content.modified = nil
    for index in content.alarms.indices { content.alarms[index]?.uid = nil }
    return content
  }
}
