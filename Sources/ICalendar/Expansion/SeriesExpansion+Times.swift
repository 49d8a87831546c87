import CivilTime

extension SeriesExpansion {
  /// A number that is the same for series that fire at the same times; nil for one that is as soon
  /// expanded as compared, since it doesn't recur.
  package var timesFingerprint: Int? {
    guard let starts, !starts.rules.isEmpty || !starts.dates.isEmpty else { return nil }
    var hasher = Hasher()
    for index in components.indices { components[index].hashTimes(into: &hasher) }
    return hasher.finalize()
  }

  /// Whether a series fires whenever another does, however both are called and whatever they say:
  /// what is found of the fires of one then holds for the other.
  package func hasSameTimes(as other: SeriesExpansion) -> Bool {
    fireLimit == other.fireLimit && series.hasMaster == other.series.hasMaster
      && components.count == other.components.count && quiet == other.quiet
      && components.indices.allSatisfy {
        components[$0].withoutTexts == other.components[$0].withoutTexts
      }
  }
}

extension CalendarComponent {
  /// Hashes what makes nearly all differ that fire at different times.
  fileprivate func hashTimes(into hasher: inout Hasher) {
    hasher.combine(anchor)
    hasher.combine(extent)
    hasher.combine(rules)
    hasher.combine(recurrenceDates)
    hasher.combine(exceptionDates)
    for index in alarms.indices {
      hasher.combine(alarms[index]?.trigger)
      hasher.combine(alarms[index]?.repeatCount)
    }
  }

  /// The component without what has no influence on when it fires.
  ///
  /// All else is kept and compared: what is forgotten here is at worst found twice.
  fileprivate var withoutTexts: CalendarComponent {
    var component = self
    component.uid = ""
    component.sequence = 0
    component.modified = nil
    component.texts = ComponentTexts()
    component.priority = 0
    component.location = nil
    component.source = ""
    for index in component.alarms.indices {
      component.alarms[index]?.uid = nil
      component.alarms[index]?.text = nil
      component.alarms[index]?.soundName = nil
    }
    return component
  }
}
