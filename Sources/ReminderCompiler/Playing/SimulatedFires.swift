public import CivilTime
package import ICalendar
import NotificationTriggers

/// What requests would fire, as far as it is listed.
package struct SimulatedFires: Sendable {
  /// The fires, ascending by instant.
  package internal(set) var fires: [ListedFire]
  /// From when on no more are listed; nil where all are.
  package let cut: Instant?
  /// What a device keeps for later; nil where nobody asked.
  package internal(set) var delays: Delays?

  /// What is said where the list was cut.
  package var diagnostics: [Diagnostic] {
    (cut.map { [Diagnostic(.simulationCut(limit: SeriesExpansion.maximumFires, from: $0))] } ?? [])
      + (delays?.diagnostics ?? [])
  }
}

extension Plan {
  /// What the requests would fire before the horizon's end, ascending by instant, then rank: the
  /// soonest 600,000, which is more than a request fires that is there for every minute of a year.
  ///
  /// - Parameter deviceZone: The zone of the device.
  /// - Returns: The fires; a request that has to be taken away is played as if nobody did.
  public func simulated(onDeviceIn deviceZone: Zone) -> [ListedFire] {
    simulation(onDeviceIn: deviceZone).fires
  }

  /// The same, with where the list was cut.
  package func simulation(
    onDeviceIn deviceZone: Zone, limit: Int = SeriesExpansion.maximumFires
  ) -> SimulatedFires {
    var system = PendingRequests(limit: requests.count, now: now, deviceZone: deviceZone)
    // By rank, so that their numbers are indices, and the order of what fires that of what is
    // listed.
    for request in requests { system.add(request.identifier, request.trigger) }
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
  /// A fire of the request as it is listed.
  func listed(
    at instant: Instant, isEcho: Bool = false, isUnexpected: Bool = false
  ) -> ListedFire {
    ListedFire(
      at: instant, uid: uid, alarm: alarm, repetition: repetition, title: content.title,
      identifier: identifier, movedFrom: movedFires[instant], isEcho: isEcho,
      isUnexpected: isUnexpected)
  }
}

extension Finding {
  /// More fires of requests than are listed.
  package static func simulationCut(limit: Int, from: Instant) -> Finding {
    Finding(
      "simulation-cut", .warning,
      message: "the requests would fire more than \(limit) times; nothing from \(from) on is listed"
    )
  }
}
