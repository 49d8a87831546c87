/// What an alarm shows in each component of its series, and how its requests are named.
struct AlarmContents {
  /// What each component of the series shows, by its index.
  let contents: [ReminderContent]
  /// For each component the first one whose alarm says and shows the same.
  let firstAlike: [Int]
  /// What the identifiers of requests for each component's alarm begin with; empty where it has
  /// none.
  let identifierPrefixes: [String]

  /// The reduced value for looking beyond the horizon: it keeps ``firstAlike`` and drops the contents.
  var followed: AlarmContents {
    AlarmContents(contents: [], firstAlike: firstAlike, identifierPrefixes: [])
  }
}
