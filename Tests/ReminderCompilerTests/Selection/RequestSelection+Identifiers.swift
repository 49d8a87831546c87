@testable import ReminderCompiler

extension RequestSelection {
  /// The identifiers of all requests, but for which trigger stands in for a single fire.
  var identifiers: [String] {
    reminders.flatMap { reminder in
      reminder.covers.sorted { $0.key < $1.key }.flatMap { place, cover in
        let group = reminder.lowered.groups[place].group
        return cover.repeating.map { group.identifier(of: $0.proven) }
          + cover.singles.map(group.identifier(ofOneShotAt:))
      }
    } + overdue.map(\.identifier)
  }
}
