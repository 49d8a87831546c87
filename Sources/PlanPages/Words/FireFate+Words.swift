import ReminderCompiler

extension FireFate {
  /// The class of its marks, and of its texts, in the style sheet.
  var mark: String {
    switch self {
    case .fired: "fired"
    case .delayed: "delayed"
    case .tooLate: "late"
    case .missed: "missed"
    case .missedRepeat: "missed-repeat"
    case .unrenewed: "unrenewed"
    case .unrenewedRepeat: "unrenewed-repeat"
    case .echo: "echo"
    case .unasked: "unasked"
    case .overstaying: "overstaying"
    case .dueNow: "due-now"
    }
  }

  /// What it means, for somebody who has never seen it.
  var words: String {
    switch self {
    case .fired: "comes in time"
    case .delayed: "seen later"
    case .tooLate: "seen too late"
    case .missed: "missed"
    case .missedRepeat: "repeat missed"
    case .unrenewed: "missed if you don’t open the app"
    case .unrenewedRepeat: "repeat missed if you don’t open the app"
    case .echo: "comes twice, as the clock goes back"
    case .unasked: "comes though nobody asked"
    case .overstaying: "comes unless it is taken away before"
    case .dueNow: "due at the moment of the plan"
    }
  }

  /// How a day with it is headed: `2 missed`; empty where all is as it should be.
  var problem: String {
    switch self {
    case .fired, .delayed, .echo, .dueNow: ""
    case .tooLate: "too late"
    case .missed, .missedRepeat: "missed"
    case .unrenewed, .unrenewedRepeat: "if not opened"
    case .unasked, .overstaying: "not asked for"
    }
  }

  /// How important it is to see it where several fall together: the first is drawn last.
  static let byImportance: [FireFate] = [
    .missed, .tooLate, .unasked, .overstaying, .missedRepeat, .unrenewed, .unrenewedRepeat,
    .delayed, .dueNow, .echo, .fired,
  ]
}
