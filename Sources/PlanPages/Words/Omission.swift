import ReminderCompiler

/// How many series a page leaves out.
struct Omission {
  /// `3 other series, of those that miss or ring later`.
  let words: String

  init(_ chronicle: Chronicle) {
    words =
      "\(chronicle.omitted) other series, which miss nothing or ring later than those that are shown"
      + " (each calendar has as many of \(Chronicle.maximumSeries) as any other)"
  }
}
