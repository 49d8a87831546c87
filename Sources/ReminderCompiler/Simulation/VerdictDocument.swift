import CivilTime
import ReminderPlanning
package import ReminderPlans

extension Plan {
  /// Returns the verdict of `simulate` as a JSON object on one line.
  package func verdictJSON(_ delays: Delays? = nil) throws -> [UInt8] {
    try VerdictDocument(self, delays: delays).lineBytes()
  }
}

extension AppSimulation {
  package func verdictJSON() throws -> [UInt8] { try VerdictDocument(self).lineBytes() }
}

struct VerdictDocument: Encodable {
  private let verdict: Verdict
  private let renewBy: Instant?
  private let simulation: AppSimulation?
  private let delays: Delays?

  init(_ plan: Plan, delays: Delays?) {
    verdict = plan.verdict
    renewBy = plan.renewBy
    self.delays = delays
    simulation = nil
  }

  init(_ simulation: AppSimulation) {
    verdict = simulation.verdict
    renewBy = simulation.renewBy
    delays = simulation.delays
    self.simulation = simulation
  }

  private enum Key: String, CodingKey {
    case missed, missedRepeats
    case unexpected = "spurious"
    case echoes, exactUntil, repeatsUntil, renewBy
    case openings, removed, replaced, added
    case delayed, tooLate, levelInTime
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(verdict.missedFirst, forKey: .missed)
    try container.encode(verdict.missedRepeats, forKey: .missedRepeats)
    try container.encode(verdict.unexpected, forKey: .unexpected)
    try container.encode(verdict.echoes, forKey: .echoes)
    try container.encode(verdict.exactUntil?.description, forKey: .exactUntil)
    try container.encode(verdict.repeatsUntil?.description, forKey: .repeatsUntil)
    try container.encode(renewBy?.description, forKey: .renewBy)
    if let delays {
      try container.encode(delays.delayed, forKey: .delayed)
      try container.encode(delays.tooLate, forKey: .tooLate)
      try container.encode(delays.levelInTime, forKey: .levelInTime)
    }
    guard let simulation else { return }
    try container.encode(simulation.openings, forKey: .openings)
    try container.encode(simulation.changes.removed, forKey: .removed)
    try container.encode(simulation.changes.replaced, forKey: .replaced)
    try container.encode(simulation.changes.added, forKey: .added)
  }
}
