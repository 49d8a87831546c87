import CivilTime
import ICalendar

extension Occurrence {
  /// The start as the device's wall clock shows it: `2028-01-03T09:00:00`, a day `2028-01-03`.
  func localStart(in zone: Zone) -> String? { start.map { local($0, zone) } }

  /// The end, likewise; the day behind the last one, as DTEND has it.
  func localEnd(in zone: Zone) -> String? { end.map { local($0, zone) } }

  private func local(_ instant: Instant, _ zone: Zone) -> String {
    let civil = zone.civil(at: instant)
    return isAllDay ? civil.date.description : civil.description
  }
}
