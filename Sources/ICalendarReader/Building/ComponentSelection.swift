internal import ICalendar
internal import WorkSharing

/// Decides which components are read at all.
///
/// A component matters if it has alarms that may still fire, or default alarms are asked for, or if
/// it is an override: an override without alarms silences an occurrence of its master. Components
/// that share a UID with one that matters matter too, in whatever file they stand: those of the
/// same source change it, and of another one that differs the user is told.
struct ComponentSelection {
  /// For each file and each of its components, whether it is read.
  private var chosen: [[Bool]] = []

  /// Decides for all components of all files.
  init(_ scans: [CalendarScan], options: ReadingOptions) {
    let relevance = ComponentRelevance(options)
    self.init(scans, scans.map { $0.flags(0..<$0.components.count, relevance) })
  }

  /// Decides for all components of all files, several at a time.
  init(_ scans: [CalendarScan], options: ReadingOptions, _ workers: Workers) {
    let relevance = ComponentRelevance(options)
    guard scans.count == 1 else {
      self.init(
        scans,
        workers.mapPieces(of: scans.count) { range in
          range.map { scans[$0].flags(0..<scans[$0].components.count, relevance) }
        })
      return
    }
    let flags = workers.mapPieces(of: scans[0].components.count) {
      scans[0].flags($0, relevance)
    }
    self.init(scans, [flags])
  }

  /// Decides by which components matter by themselves.
  private init(_ scans: [CalendarScan], _ relevant: [[Bool]]) {
    chosen = zip(scans.indices, relevant).map { scan, flags in
      var chosen = [Bool](repeating: false, count: flags.count)
      for place in flags.indices where flags[place] {
        chosen[Int(scans[scan].components[place].namesake)] = true
      }
      return chosen
    }
    if scans.count > 1 { spread(over: scans) }
  }

  /// Whether a component is read.
  ///
  /// - Parameters:
  ///   - record: The component.
  ///   - index: The place of its file among the scans.
  /// - Returns: Whether it matters.
  func contains(_ record: ComponentRecord, ofScan index: Int) -> Bool {
    chosen[index][Int(record.namesake)]
  }

  /// Where a UID stands that matters.
  private struct Place {
    let uid: UIDText
    let scan: Int
  }

  /// Chooses what shares a UID with a component that matters in another file.
  private mutating func spread(over scans: [CalendarScan]) {
    var places: [Place] = []
    for (scan, flags) in chosen.enumerated() {
      for (component, isChosen) in flags.enumerated() where isChosen {
        guard let uid = scans[scan].components[component].uid else { continue }
        places.append(Place(uid: uid, scan: scan))
      }
    }
    func isEqual(_ uid: UIDText, _ scan: Int, _ place: Place) -> Bool {
      let (own, other) = (scans[scan].bytes, scans[place.scan].bytes)
      return UIDText.areEqual(uid, in: own.span, place.uid, in: other.span)
    }
    var table = UIDTable(capacity: places.count)
    for (number, place) in places.enumerated() {
      _ = table.add(place.uid, number: number) { isEqual(place.uid, place.scan, places[$0]) }
    }
    for scan in scans.indices {
      for component in scans[scan].components.indices where !chosen[scan][component] {
        let record = scans[scan].components[component]
        guard record.namesake == component, let uid = record.uid else { continue }
        let known = table.number(of: uid) { isEqual(uid, scan, places[$0]) }
        if known != nil { chosen[scan][component] = true }
      }
    }
  }
}

extension CalendarScan {
  /// Which components of a range matter by themselves.
  fileprivate func flags(_ range: Range<Int>, _ relevance: ComponentRelevance) -> [Bool] {
    let isDecided = origin?.options.leaveOutNoMore(than: relevance.options) ?? false
    let text = bytes
    return range.map { place in
      // What was passed over by other options is read, which is always right.
      components[place].isPassedOver
        ? !isDecided : relevance.matters(components[place], in: text.span)
    }
  }
}
