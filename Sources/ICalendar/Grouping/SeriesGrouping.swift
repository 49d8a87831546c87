package import CivilTime

/// Series from the components of any number of files in any order.
///
/// Within a source revisions and overrides count: of components with the same UID and RECURRENCE-ID
/// the one with the highest SEQUENCE, then the one modified last, then the later one (RFC 5545,
/// 3.8.7.4; RFC 5546, 2.1.5). Between sources nothing does: whoever can put a file beside another
/// one takes nothing of the other away.
package struct SeriesGrouping {
  /// The series in the order in which their UIDs first stand; those of one UID by source.
  package private(set) var series: [EventSeries] = []
  /// What was found.
  package internal(set) var diagnostics: [Diagnostic] = []
  let deviceZone: Zone
  private let areTiedToFiles: Bool

  /// Groups components.
  ///
  /// - Parameters:
  ///   - components: The components of all files.
  ///   - deviceZone: The device's zone, in which floating times are compared.
  ///   - areTiedToFiles: Whether options ask for the file in which a component stands: then what two
  ///     files say of one UID is two series, also where it is the same.
  package init(
    _ components: [CalendarComponent], onDeviceIn deviceZone: Zone, areTiedToFiles: Bool = false
  ) {
    self.deviceZone = deviceZone
    self.areTiedToFiles = areTiedToFiles
    var firsts: [Int] = []
    // Nearly all series are one component.
    var others: [Int: [Int]] = [:]
    var places: [UniqueIdentifier: Int] = [:]
    places.reserveCapacity(components.count)
    for index in components.indices {
      let key = UniqueIdentifier(components[index].uid)
      if let place = places[key] {
        others[place, default: []].append(index)
      } else {
        places[key] = firsts.count
        firsts.append(index)
      }
    }
    series.reserveCapacity(firsts.count)
    for (place, first) in firsts.enumerated() {
      let rest = others[place] ?? []
      if rest.isEmpty, components[first].recurrenceID == nil {
        series.append(EventSeries(master: components[first]))
      } else {
        add([components[first]] + rest.map { components[$0] })
      }
    }
  }

  /// Adds the series of one UID.
  private mutating func add(_ group: [CalendarComponent]) {
    let sources = Set(group.map(\.source)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    var namesakes: [EventSeries] = []
    var asked: Set<SeriesContent> = []
    let bySource = Dictionary(grouping: group, by: \.source)
    for source in sources {
      let new = resolve(bySource[source] ?? []).filter { asked.insert(content(of: $0)).inserted }
      if let first = namesakes.first,
        let other = new.first(where: {
          content(of: $0).withoutOptional != content(of: first).withoutOptional
        })
      {
        diagnostics.append(
          Diagnostic(
            .uidShared(with: first.place), at: other.components.first?.location, uid: other.uid))
      }
      namesakes += new
    }
    // What asks for nothing renames nothing.
    series += SeriesGrouping.distinguished(
      namesakes.filter(\.isWhole) + namesakes.filter { !$0.isWhole })
  }

  private func content(of series: EventSeries) -> SeriesContent {
    SeriesContent(series, isTiedToFile: areTiedToFiles)
  }

  /// Tells series with one UID apart.
  private static func distinguished(_ namesakes: [EventSeries]) -> [EventSeries] {
    guard namesakes.count > 1 else { return namesakes }
    let perSource = Dictionary(grouping: namesakes.indices) { namesakes[$0].source }
    var names: Set<String> = []
    var numbers: [String: Int] = [:]
    return namesakes.map { series in
      var series = series
      let statement = series.statement
      // Several of one source are equals; of several sources the first keeps its name.
      let isAlone = perSource[series.source]?.count == 1
      var name = isAlone && names.isEmpty ? "" : statement
      while !names.insert(name).inserted {
        numbers[statement, default: 1] += 1
        name = "\(statement)#\(numbers[statement] ?? 1)"
      }
      series.distinction = name
      return series
    }
  }
}

extension EventSeries {
  /// The source that it stands in.
  fileprivate var source: String { components.first?.source ?? "" }

  /// Whether it is an event with alarms, and no mere word about one.
  fileprivate var isWhole: Bool {
    hasMaster && components.contains { !$0.alarms.isEmpty && !$0.isSilent }
  }

  /// Where it stands, for people.
  fileprivate var place: String {
    components.first?.location.map { "\($0.file):\($0.line)" } ?? "another place"
  }

  /// What of a series tells it from others that have its UID by mistake.
  fileprivate var statement: String {
    guard let master else { return components.first?.recurrenceID.map { "\($0.time)" } ?? "" }
    let texts = [master.anchor.map { "\($0)" } ?? ""] + master.rules.map(\.description)
    return texts.joined(separator: " ")
  }
}
