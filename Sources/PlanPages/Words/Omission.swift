import ReminderCompiler

/// How many series a page leaves out.
struct Omission {
  /// `3 other series; those that miss or ring soonest are shown` and so on.
  let words: String

  init(_ chronicle: Chronicle) {
    words =
      "\(chronicle.omitted) other series; those that miss or ring soonest are shown, of each file as "
      + "many of \(Chronicle.maximumSeries) as of any other"
  }
}
