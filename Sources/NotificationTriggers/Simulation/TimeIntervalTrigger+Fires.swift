package import CivilTime

extension TimeIntervalTrigger {
  /// All fires of a request that is added at one instant, before another; lazy.
  package func fires(addedAt start: Instant, until end: Instant) -> some Sequence<Instant> {
    let last = repeats ? end.secondsSince1970 : min(end - 1, start + interval).secondsSince1970 + 1
    return stride(from: (start + interval).secondsSince1970, to: last, by: interval)
      .lazy.map(Instant.init(secondsSince1970:))
  }

  /// The first fire strictly after an instant, of a request that was added at another.
  ///
  /// - Returns: Nil where there is none any more.
  package func nextFire(after instant: Instant, addedAt start: Instant) -> Instant? {
    let first = start + interval
    if instant < first { return first }
    return repeats ? first + ((instant - first) / interval + 1) * interval : nil
  }
}
