public import CivilTime
public import ICalendar
import ReminderExpansion
package import ReminderOptions

extension CalendarDays {
  /// Collects the days of the all-day events of a calendar.
  ///
  /// Events of several days count with all of them, and recurring ones with every occurrence up to
  /// 2100. Other events, to-dos and silent components don't count.
  ///
  /// - Parameters:
  ///   - name: The name of the calendar.
  ///   - components: Its components, also those without alarms.
  ///   - now: The instant from which days matter.
  ///   - deviceZone: The time zone of the device.
  ///   - diagnostics: The diagnostics from reading the calendar, which plans repeat.
  public init(
    _ name: String, components: [CalendarComponent], from now: Instant,
    onDeviceIn deviceZone: Zone, diagnostics: [Diagnostic] = []
  ) {
    var options = CompilerOptions(now: now, deviceZone: deviceZone)
      .listingOccurrences(from: now - CalendarDays.longestEvent)
    options.horizon = CalendarDuration(
      seconds: max(1, Instant.endOfProof - options.now))
    var rest = components.filter { $0.kind == .event }.map(\.announcingItself)
      .sorted { $0.uid < $1.uid }[...]
    // The last day of the events that begin on each day. This and the parts bound the memory.
    var ends: [Int: Int] = [:]
    var faults: [Diagnostic] = []
    while let part = CalendarDays.nextPart(of: &rest) {
      // Other events can have millions of fires up to 2100. Those without a start are reported.
      let dated = Set(
        part.lazy.filter { $0.anchor == nil || $0.isAboutDate }.map { UIDKey($0.uid) })
      let listing = FireListing(part.filter { dated.contains(UIDKey($0.uid)) }, options: options)
      let cuts = listing.forEachBatch { fires in
        for fire in fires {
          guard let occurrence = fire.occurrence, occurrence.isAllDay, let start = occurrence.start
          else { continue }
          let first = deviceZone.civil(at: start).dayNumber
          let end = occurrence.end.map { deviceZone.civil(at: $0).dayNumber } ?? first
          ends[first] = max(ends[first] ?? first + 1, end)
        }
      }
      faults += listing.diagnostics + cuts
    }
    var merged: [Range<Int>] = []
    for (first, end) in ends.sorted(by: { $0.key < $1.key }) {
      if let last = merged.last, first <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        merged.append(first..<end)
      }
    }
    self.init(name, ranges: merged, diagnostics: diagnostics + faults)
  }

  /// The number of components that are expanded together, except if more have one UID.
  private static let partSize = 1_000

  /// Removes the next components from a list that is in order of UID; nil after the last ones.
  private static func nextPart(
    of rest: inout ArraySlice<CalendarComponent>
  ) -> [CalendarComponent]? {
    guard !rest.isEmpty else { return nil }
    var end = min(rest.startIndex + partSize, rest.endIndex)
    while end < rest.endIndex, rest[end].uid == rest[end - 1].uid { end += 1 }
    defer { rest = rest[end...] }
    return Array(rest[..<end])
  }
}
