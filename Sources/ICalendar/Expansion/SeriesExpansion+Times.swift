import CivilTime

extension SeriesExpansion {
  /// A number that is the same for series that fire at the same times; nil for one that is as soon
  /// expanded as compared, since it doesn't recur.
  package var timesFingerprint: Int? {
    guard let starts, !starts.rules.isEmpty || !starts.dates.isEmpty else { return nil }
    var hasher = Hasher()
    hasher.combine(quiet)
    for index in components.indices { components[index].hashTimes(into: &hasher) }
    return hasher.finalize()
  }

  /// Whether a series fires whenever another does, however both are called and whatever they say:
  /// what is found of the fires of one then holds for the other.
  package func hasSameTimes(as other: SeriesExpansion) -> Bool {
    fireLimit == other.fireLimit && series.hasMaster == other.series.hasMaster
      && components.count == other.components.count && quiet == other.quiet
      && components.indices.allSatisfy {
        components[$0].timesAlone == other.components[$0].timesAlone
      }
  }
}

extension CalendarComponent {
  /// Hashes all of ``timesAlone`` by which a calendar can make many series differ.
  fileprivate func hashTimes(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(isSilent)
    hasher.combine(start)
    hasher.combine(extent)
    hasher.combine(recurrenceID)
    hasher.combine(rules)
    hasher.combine(exceptionRules)
    hasher.combine(recurrenceDates)
    hasher.combine(exceptionDates)
    hasher.combine(acknowledged)
    hasher.combine(snoozedUntil)
    for index in alarms.indices {
      hasher.combine(alarms[index]?.trigger)
      hasher.combine(alarms[index]?.action)
      hasher.combine(alarms[index]?.repeatCount)
      hasher.combine(alarms[index]?.repeatInterval)
      hasher.combine(alarms[index]?.acknowledged)
    }
  }

  /// The component with nothing but what may have an influence on when it fires.
  ///
  /// What is forgotten here is compared, and at worst found twice.
  fileprivate var timesAlone: CalendarComponent {
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
      component.alarms[index]?.soundHasPath = false
    }
    return component
  }
}
