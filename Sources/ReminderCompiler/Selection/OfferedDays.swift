import CivilTime
import NotificationTriggers

/// The days on which a group asks for nothing, so that a trigger that is added now and can't be
/// taken away before must not fire on them: known before any trigger is looked for.
///
/// Where there is one, as before the start of a series, no trigger of every day is right. Each of
/// the others belongs to one weekday, one day of the month, or one day of the year, and those of
/// the weekdays and days of the month that such a day belongs to aren't right either.
struct OfferedDays {
  private let group: FireGroup
  private let options: CoverOptions
  private var days: FireDayCounts
  /// The weekdays and the days of the month whose triggers are wrong.
  private var wrongWeekdays = BitSet(capacity: FireDayCounts.weekdayCount)
  private var wrongMonthDays = BitSet(capacity: FireDayCounts.monthDayCount)

  /// Looks at the days of a group.
  ///
  /// Nil where no day is known on which it asks for nothing, so that a trigger of every day may be
  /// right.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - options: The next renewal, and where triggers are read.
  init?(of group: FireGroup, _ options: CoverOptions) {
    self.group = group
    self.options = options
    let zone = options.triggerZone(of: group)
    let known = min(options.earliestRemoval, options.end, group.cut ?? options.end)
    days = FireDayCounts(of: group.instants, in: zone, renewal: options.renewal, known: known)
    // Echoes may be fired, too.
    days.allow(group.echoes, in: zone, known: known)
    let empty = days.empty(in: zone, from: options.now, to: known)
    guard !empty.isEmpty else { return nil }
    for day in empty {
      wrongWeekdays.insert(Weekday(dayNumber: day).rawValue)
      wrongMonthDays.insert(CivilDate(dayNumber: day).day - 1)
    }
  }
}

extension OfferedDays {
  /// What triggers can do for the group at most: of each weekday, of each day of the month, and of
  /// as many days of the year as it has fires.
  var offers: [TriggerOffer] {
    var offers = yearlyOffers
    for place in days.weekdays.indices where !wrongWeekdays.contains(place) {
      offers.note(offer(of: days.weekdays[place]))
    }
    for place in 0..<DayClass.lastDayOfMonth where !wrongMonthDays.contains(place) {
      offers.note(offer(of: days.monthDays[place]))
    }
    return offers
  }

  /// What the triggers of a class of days do; of several times of day it has several.
  private func offer(of counts: FireDayCounts.Counts) -> TriggerOffer {
    let first: TriggerOffer.First = days.isOneTime ? .answered : .open
    return TriggerOffer(
      soon: counts.soon, all: counts.all, first: counts.hasFirst ? first : .unanswered,
      provenDays: options.mostProvenDays)
  }

  /// What triggers do that fire once a year: there are as many of them as fires.
  private var yearlyOffers: [TriggerOffer] {
    guard let first = group.instants.first, let last = group.instants.last else { return [] }
    // The least that lies between two such days: 52 weeks, and a clock may be put back on the way.
    let year = 363 * 86_400
    let soon = group.instants.before(options.renewal)
    let soonOfEach = min(soon, max(0, options.renewal - first) / year + 1)
    let years = (last - first) / year + 1
    var offers: [TriggerOffer] = []
    for (soon, first, count) in [
      (soonOfEach, TriggerOffer.First.answered, 1), (soonOfEach, .unanswered, soon),
      (0, .unanswered, group.instants.count - soon),
    ] where count > 0 {
      offers.append(
        TriggerOffer(
          soon: soon, all: years, first: first, provenDays: options.mostProvenDays,
          count: count))
    }
    return offers
  }
}

extension [TriggerOffer] {
  /// Adds the trigger of a class of days, together with those that do as much.
  fileprivate mutating func note(_ offer: TriggerOffer) {
    guard offer.all > 0 else { return }
    if let place = firstIndex(where: { $0.isAlike(offer) }) {
      self[place].count += 1
    } else {
      append(offer)
    }
  }
}
