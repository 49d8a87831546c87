import CivilTime
import Digests
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// Finds the repeating time-interval trigger of a group whose fires are at an interval of elapsed
/// time, such as 50 minutes.
///
/// The system counts the interval from the instant of adding. So the group must be due one interval
/// after now, or after an instant shortly before, or the trigger must be pending already.
struct IntervalSearch {
  private let group: FireGroup
  private let options: NotificationOptions

  /// The interval from which calendar triggers are the usual ones, in seconds: a day.
  private static let longest = 86_400
  /// The least part of the interval that is as long as the delay of its alerts.
  private static let leastShare = 10

  init(_ group: FireGroup, options: NotificationOptions) {
    self.group = group
    self.options = options
  }

  /// Finds the trigger.
  ///
  /// It is proven up to its removal, which is at the first unexpected fire, and at the latest where
  /// the known fires end.
  ///
  /// - Returns: The trigger; nil if none answers several fires, or if it must be removed before the
  ///   next renewal.
  func trigger() -> AnsweringTrigger? {
    // An interval doesn't follow the device to other zones.
    guard options.layer == .apple, !group.varies,
      !group.isFloating || options.deviceCalendar == .other
    else { return nil }
    let forms = options.pending.countedForms(
      withPrefix: group.identifierPrefix, repetition: group.repetition)
    let pending = forms.isEmpty ? [] : forms.filter { $0.digest == digest }
    if let kept = pending.lazy.compactMap(proven).first { return kept }
    guard let first = group.instants.first else { return nil }
    // Most groups have no fire after two intervals.
    for interval in intervals(before: first)
    where interval < IntervalSearch.longest && group.isDue(at: first + interval) {
      let form = IntervalForm(
        interval: interval, countsFrom: first + -interval, digest: digest)
      return proven(form)
    }
    return nil
  }

  /// The intervals from now, or from an instant shortly before, to the first fire.
  private func intervals(before first: Instant) -> [Int] {
    let next = group.instants.dropFirst().first.map { $0 - first }
    return [first - options.now]
      + [next].compactMap(\.self).filter { interval in
        let delay = options.now - (first + -interval)
        return delay > 0 && delay <= IntervalForm.longestDelay
          && delay * IntervalSearch.leastShare <= interval
      }
  }

  /// The digest of what the request shows.
  private var digest: String {
    let parts = [
      group.content.digestText, options.badge?.description ?? "", options.threads.rawValue,
      options.language.tag,
    ]
    return SHA256.shortDigest(
      of: parts.joined(separator: ";").utf8, digits: IntervalForm.digestDigits)
  }

  private func proven(_ form: IntervalForm) -> AnsweringTrigger? {
    guard form.interval < IntervalSearch.longest, form.countsFrom <= options.now,
      form.countsFrom.secondsSince1970 >= 0,
      let trigger = TimeIntervalTrigger(interval: form.interval, repeats: true)
    else { return nil }
    let end = min(options.window.upperBound, group.cut ?? options.window.upperBound)
    var answered = SortedSubset(of: group.instants)
    var removal = end
    var fire = trigger.nextFire(after: options.now, addedAt: form.countsFrom)
    let nextFire = fire
    while let at = fire, at < end {
      guard answered.insert(at) || group.echoes.contains(at) else {
        removal = at
        break
      }
      fire = trigger.nextFire(after: at, addedAt: form.countsFrom)
    }
    guard let nextFire, removal >= options.renewal, answered.members.count > 1 else {
      return nil
    }
    return AnsweringTrigger(
      proven: ProvenTrigger(
        provingThat: .timeInterval(trigger), countsFrom: form.countsFrom, provenUntil: removal,
        isRemoved: true, nextFire: nextFire, form: form.description),
      answered: answered.members)
  }
}

extension FireGroup {
  fileprivate func isDue(at instant: Instant) -> Bool {
    let place = instants.partitionPoint { $0 < instant }
    return place < instants.count && instants[place] == instant
  }
}
