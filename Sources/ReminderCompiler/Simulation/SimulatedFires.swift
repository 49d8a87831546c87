public import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderPlans

/// The fires of simulated requests, up to a limit.
package struct SimulatedFires: Sendable {
  /// The fires, ascending by instant.
  package internal(set) var fires: [ListedFire]
  /// The instant from which fires are not listed; nil if all are listed.
  package let cut: Instant?
  /// The delays by a device's controls; nil without controls.
  package internal(set) var delays: Delays?

  package var diagnostics: [Diagnostic] {
    (cut.map { [Diagnostic(.simulationCut(limit: SeriesExpansion.maximumFires, from: $0))] } ?? [])
      + (delays?.diagnostics ?? [])
  }
}

extension Plan {
  /// Simulates the requests up to the horizon's end.
  ///
  /// The result has at most the first 600,000 fires, which is more than one request for every
  /// minute has in a year.
  ///
  /// - Parameter deviceZone: The time zone of the device.
  /// - Returns: The fires in order of instant, then rank. Requests are not removed at their
  ///   `removeBy`.
  public func simulated(onDeviceIn deviceZone: Zone) -> [ListedFire] {
    simulation(onDeviceIn: deviceZone).fires
  }

  /// Simulates the requests, and also returns the instant from which fires are not listed.
  package func simulation(
    onDeviceIn deviceZone: Zone, limit: Int = SeriesExpansion.maximumFires
  ) -> SimulatedFires {
    var system = NotificationCenterModel(limit: requests.count, now: now, deviceZone: deviceZone)
    // Adding by rank makes the system's numbers indices, and gives the fires the order of the
    // result.
    for request in requests {
      system.add(request.identifier, trigger: request.trigger, countedFrom: request.countsFrom)
    }
    let (fires, cut) = system.advance(to: horizonEnd + -1, limit: limit)
    return SimulatedFires(
      fires: fires.map { fire in
        let request = requests[fire.request]
        return request.listed(
          at: fire.at, isEcho: request.echoes.contains(fire.at),
          isUnexpected: request.removeBy.map { $0 <= fire.at } ?? false)
      }, cut: cut)
  }
}

extension Plan.Request {
  func listed(
    at instant: Instant, isEcho: Bool = false, isUnexpected: Bool = false
  ) -> ListedFire {
    ListedFire(
      at: instant, uid: uid, alarm: alarm, repetition: repetition, title: content.title,
      identifier: identifier, movedFrom: movedFires[instant], badge: content.badge, isEcho: isEcho,
      isUnexpected: isUnexpected)
  }
}

extension Finding {
  package static func simulationCut(limit: Int, from: Instant) -> Finding {
    Finding(
      "simulation-cut", .warning,
      message: "the requests would fire more than \(limit) times; nothing from \(from) on is listed"
    )
  }
}
