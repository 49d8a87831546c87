import CivilTime
package import ICalendar
package import NotificationTriggers
import ReminderOptions

/// The part of a result that depends on the device's time zone.
package enum ZoneDependence: String, Codable, Sendable {
  /// Only texts and local times: each alert has its own time zone.
  case texts
  /// At least one alert: it would be due at another instant in another zone.
  case alerts
}

/// The local times that a result shows.
package enum LocalTimes: Sendable {
  /// The times of alerts, and those of their occurrences.
  case ofAlerts
  /// The times of the occurrences, such as `Today 14:00-14:15`.
  case ofOccurrences
  case none
}

extension Expansion {
  /// Returns the part of a result that depends on the device's zone; nil if no part does.
  ///
  /// It expands few series: the search ends at the first one that answers the question.
  ///
  /// - Parameters:
  ///   - times: The local times in the result.
  ///   - nag: The interval for overdue to-dos, whose texts have their due times; nil for none.
  /// - Returns: The part.
  package func zoneDependence(
    showing times: LocalTimes, nag: TimeIntervalTrigger? = nil
  ) -> ZoneDependence? {
    // Quiet hours and silent days are on the device's clock.
    let movesAll = !options.quietHours.isEmpty || !options.silences.isEmpty
    for series in series where movesAll || series.isOnDeviceClock {
      if series.fires(
        in: options.window, where: { movesAll || series.isOnDeviceClock($0, fire: $1) })
      {
        return .alerts
      }
    }
    guard times != .none else { return nil }
    // A badge counts the alerts of a day on the device.
    let showsAll = times == .ofAlerts || options.badge == .count
    for series in series {
      if series.fires(in: options.window, where: { showsAll || series.occurrence(of: $1) != nil }) {
        return .texts
      }
    }
    return nag.map { overdue($0).isEmpty } == false ? .texts : nil
  }
}

extension SeriesExpansion {
  fileprivate func fires(
    in window: Range<Instant>, where isCounted: (SeriesAlarm, Fire) -> Bool
  ) -> Bool {
    alarms.contains { alarm in fires(of: alarm, in: window).contains { isCounted(alarm, $0) } }
  }

  fileprivate var isOnDeviceClock: Bool {
    series.components.contains(where: \.isOnDeviceClock)
  }

  /// Whether a fire of a series on the device's clock is relative to an occurrence, or a local time.
  fileprivate func isOnDeviceClock(_ alarm: SeriesAlarm, fire: Fire) -> Bool {
    // A snooze is an instant.
    guard let own = series.components[fire.component].alarm(at: alarm.place) else { return false }
    if case .absolute = own.trigger { return own.isOnDeviceClock }
    return true
  }
}

extension CalendarComponent {
  /// Whether any time is floating or a date, except dates in the lists of a series with times, which
  /// are in the zone of the series.
  fileprivate var isOnDeviceClock: Bool {
    func isFloating(_ time: CalendarTime?) -> Bool { time?.reference == .floating }
    func isFloating(_ extent: Extent?) -> Bool {
      if case .until(let end)? = extent { isFloating(end) } else { false }
    }
    func isLocal(_ time: CalendarTime?) -> Bool { isFloating(time) && time?.isDate == false }
    return isFloating(anchor) || isFloating(extent) || isLocal(recurrenceID?.time)
      || exceptionDates.contains(where: isLocal)
      || recurrenceDates.contains { isLocal($0.start) || isFloating($0.extent) }
      || alarms.contains { $0?.isOnDeviceClock == true }
  }
}

extension Finding {
  /// The zone of this machine was used for many calendars.
  ///
  /// - Parameters:
  ///   - zone: The identifier of the zone.
  ///   - alerts: The number of calendars with alerts that depend on the zone.
  ///   - texts: The number of other calendars, of which only texts depend on it.
  ///   - isFromLines: Whether the calendars are in lines of JSON, which can name a zone.
  /// - Returns: The finding.
  package static func zoneAssumed(
    _ zone: String, alerts: Int, texts: Int, isFromLines: Bool
  ) -> Finding {
    func calendars(_ count: Int) -> String {
      "\(count.grouped) \(count == 1 ? "calendar" : "calendars")"
    }
    let kind = "(local times without a zone, or all-day)"
    let matter =
      switch (alerts, texts) {
      case (_, 0): "the alerts of \(calendars(alerts)) \(kind)"
      case (0, _): "texts of \(calendars(texts))"
      default:
        "\(calendars(alerts + texts)): the alerts of \(alerts.grouped) \(kind), and only texts of "
          + "\(texts.grouped)"
      }
    return Finding(
      "zone-assumed", .note,
      message: "--time-zone is missing, so the zone of this machine (\(zone)) is used for the "
        + "device; it matters for \(matter)"
        + (isFromLines ? "; a line of JSON can name its own timeZone" : ""))
  }
}
