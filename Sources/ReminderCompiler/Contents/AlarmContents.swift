/// What an alarm shows in each component of its series, and how its requests are named.
struct AlarmContents {
  /// What each component of the series shows, by its index.
  let contents: [ReminderContent]
  /// For each component the first one whose alarm says and shows the same.
  let firstAlike: [Int]
  /// What the identifiers of requests for each component's alarm begin with; empty where it has
  /// none.
  let identifierPrefixes: [String]

  /// What of it it takes to look beyond the horizon: not how requests are named, and what is shown
  /// only where it is compared.
  func followed(withContents isCompared: Bool) -> AlarmContents {
    AlarmContents(
      contents: isCompared ? contents : [], firstAlike: firstAlike, identifierPrefixes: [])
  }
}
