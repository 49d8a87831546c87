import CivilTime
import NotificationTriggers

/// A request that asks to open the app when its plan has to be made anew.
enum RenewalNudge {
  /// The request for an instant.
  ///
  /// - Parameters:
  ///   - instant: When to ask.
  ///   - rank: The request's rank.
  ///   - options: The instant of adding, and the device.
  /// - Returns: The request; nil where no trigger says the instant.
  static func request(
    at instant: Instant, rank: Int, _ options: NotificationOptions
  ) -> Plan.Request? {
    let content = NotificationContent(
      title: options.language.wording.renew, threadIdentifier: RequestIdentifier.renewalNudge)
    let oneShots = OneShots(in: options.deviceZone, options)
    return oneShots.proven(at: instant).map { proven in
      Plan.Request(
        rank: rank, identifier: RequestIdentifier.renewalNudge, uid: nil, alarm: nil,
        repetition: 0, content: content, trigger: .calendar(proven.trigger),
        nextFire: proven.nextFire, provenUntil: proven.provenUntil, removeBy: nil)
    }
  }
}

extension Plan {
  /// The plan with a request behind all others that asks to open the app at ``renewBy``.
  func nudgingRenewal(_ options: NotificationOptions) -> Plan {
    var plan = self
    plan.slots = options.slots
    guard let renewBy,
      let nudge = RenewalNudge.request(at: renewBy, rank: requests.count + 1, options)
    else { return plan }
    plan.requests.append(nudge)
    return plan
  }
}
