public import CivilTime
public import NotificationTriggers

/// What somebody has set on a device that keeps notifications for later: the scheduled summary, and
/// Focuses that are on at certain hours.
///
/// What a notification may pass is its level's
/// (`InterruptionLevel.Behavior`, from Apple's Human Interface Guidelines): below time-sensitive it
/// waits for the next summary, where there are any, and then for the end of every Focus that is on.
/// What a Focus silences is in Notification Center at once; nobody is told before its end.
///
/// With `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(
///   summary: SummarySchedule("08:00,18:00"), focuses: [Focus("17:30-19:00")!])!
/// let standUp = options.now + 50 * 60
/// let seen = controls.presentation(of: .active, at: standUp, in: options.deviceZone)
/// print(seen.seenAt, seen.delayedBy!)  // 2028-01-03T18:00:00Z focus
/// let urgent = controls.presentation(of: .timeSensitive, at: standUp, in: options.deviceZone)
/// print(urgent.isDelayed)  // false
/// ```
public struct SystemControls: Hashable, Sendable {
  /// When the summary comes; nil where the app's notifications are not in it.
  public let summary: SummarySchedule?
  /// The Focuses; where several are on, what one of them silences waits.
  public let focuses: [Focus]

  /// Puts controls together; nil where Focuses leave no time of the day, so that most of what is
  /// fired would never be seen.
  ///
  /// - Parameters:
  ///   - summary: When the summary comes; nil for none.
  ///   - focuses: The Focuses, in any order.
  public init?(summary: SummarySchedule? = nil, focuses: [Focus] = []) {
    // Where any time is free, one is that at which a Focus ends.
    let hasFreeTime =
      focuses.isEmpty
      || focuses.contains { ending in !focuses.contains { $0.hours.contains(ending.to) } }
    guard hasFreeTime else { return nil }
    self.summary = summary
    self.focuses = focuses
  }

  /// When what is due is seen.
  ///
  /// - Parameters:
  ///   - level: How much it may interrupt.
  ///   - instant: When it is due.
  ///   - zone: The zone of the device.
  /// - Returns: When it is seen, and what it waits for.
  public func presentation(
    of level: InterruptionLevel, at instant: Instant, in zone: Zone
  ) -> Presentation {
    var presentation = Presentation(level: level, seenAt: instant)
    if !level.behavior.overridesSummary, let next = summary?.next(after: instant, in: zone) {
      presentation.wait(until: next, for: .summary)
    }
    // Where one ends another may be on.
    while let end = endOfFocus(for: level, at: presentation.seenAt, in: zone) {
      presentation.wait(until: end, for: .focus)
    }
    return presentation
  }

  private func endOfFocus(
    for level: InterruptionLevel, at instant: Instant, in zone: Zone
  ) -> Instant? {
    focuses.lazy.compactMap { $0.end(for: level, at: instant, in: zone) }.max()
  }
}
