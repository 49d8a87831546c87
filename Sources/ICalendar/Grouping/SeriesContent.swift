/// All of a series that decides what is asked for.
struct SeriesContent: Hashable {
  private let hasMaster: Bool
  private var components: [CalendarComponent]

  init(_ series: EventSeries) {
    hasMaster = series.hasMaster
    components = series.components.map(\.content)
  }

  /// The same, whatever its calendar is called, which only options look at.
  var unnamed: SeriesContent {
    var content = self
    for index in components.indices { content.components[index].calendarName = "" }
    return content
  }
}

extension CalendarComponent {
  /// The component without what only says where it comes from.
  fileprivate var content: CalendarComponent {
    var content = self
    content.location = nil
    content.source = ""
    content.sequence = 0
    content.modified = nil
    for index in content.alarms.indices { content.alarms[index]?.uid = nil }
    return content
  }
}
