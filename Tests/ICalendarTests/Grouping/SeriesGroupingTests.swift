import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct SeriesGroupingTests {
  private func component(
    _ uid: String, sequence: Int = 0, modified: String? = nil, title: String = "",
    replacing original: String? = nil, andLater: Bool = false
  ) throws -> CalendarComponent {
    var component = try TestCalendars.component(
      "20260105T070000Z", rules: original == nil ? ["FREQ=DAILY"] : [], replacing: original,
      andLater: andLater)
    component.uid = uid
    component.sequence = sequence
    component.modified = try modified.map(TestCalendars.instant)
    component.title = title
    return component
  }

  private func group(
    _ components: [CalendarComponent]
  ) throws -> (series: [EventSeries], diagnostics: [Diagnostic]) {
    let grouping = SeriesGrouping(
      components, onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    return (grouping.series, grouping.diagnostics)
  }

  @Test func `series are in the order in which their UIDs first appear`() throws {
    let (series, diagnostics) = try group(
      ["b", "a", "c", "a"].map { try component($0, replacing: $0 == "c" ? "20260107" : nil) })
    #expect(series.map(\.uid) == ["b", "a", "c"])
    #expect(diagnostics.map(\.code) == ["duplicate-replaced", "override-orphaned"])
    #expect(diagnostics.map(\.uid) == ["a", "c"])
  }

  @Test func `overrides are matched in any order and sorted by original start`() throws {
    let overrides = try ["20260109T070000Z", "20260106T070000Z", "Europe/Berlin:20260107T080000"]
      .map { try component("a", title: $0, replacing: $0) }
    let master = try component("a", title: "master")
    for position in 0...3 {
      var components = overrides
      components.insert(master, at: position)
      let (series, diagnostics) = try group(components)
      let only = try #require(series.first)
      #expect(series.count == 1)
      #expect(diagnostics.isEmpty)
      #expect(
        only.components.map(\.title) == [
          "master", "20260106T070000Z", "Europe/Berlin:20260107T080000", "20260109T070000Z",
        ])
    }
  }

  @Test func `the highest SEQUENCE wins, then the latest change, then the later component`()
    throws
  {
    let (old, new) = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
    let rows: [(winner: CalendarComponent, loser: CalendarComponent)] = [
      (
        try component("a", sequence: 2, modified: old),
        try component("a", sequence: 1, modified: new)
      ),
      (try component("a", modified: new), try component("a", modified: old)),
      (try component("a", modified: old), try component("a")),
      (
        try component("a", modified: new, replacing: "20260107T070000Z"),
        try component("a", modified: old, replacing: "Europe/Berlin:20260107T080000")
      ),
    ]
    for (index, row) in rows.enumerated() {
      for components in [[row.winner, row.loser], [row.loser, row.winner]] {
        let (series, diagnostics) = try group(components)
        #expect(series.first?.components == [row.winner], "row \(index)")
        #expect(diagnostics.first?.code == "duplicate-replaced", "row \(index)")
      }
    }
    let twins = [try component("a", title: "first"), try component("a", title: "second")]
    #expect(try group(twins).series.first?.master?.title == "second")
  }

  @Test func `a DATE and a time of the same instance identify one override`() throws {
    // The master starts at 07:00Z, so the DATE means the occurrence at that time.
    let (series, diagnostics) = try group([
      try component("a", replacing: "20260107T070000Z"), try component("a"),
      try component("a", sequence: 1, title: "newer", replacing: "20260107"),
    ])
    #expect(series.first?.overrides.map(\.title) == ["newer"])
    #expect(diagnostics.map(\.code) == ["duplicate-replaced"])
  }

  @Test func `an instance has separate overrides with and without RANGE`() throws {
    let (series, _) = try group([
      try component("a"), try component("a", replacing: "20260107T070000Z", andLater: true),
      try component("a", replacing: "20260107T070000Z"),
    ])
    #expect(series.first?.overrides.map { $0.recurrenceID?.isThisAndFuture } == [false, true])
  }

  @Test(arguments: [(1, 2, []), (2, 2, ["changed"]), (3, 2, ["changed"])])
  func `EXDATE of a newer revision removes an older override`(
    override: Int, master: Int, left: [String]
  ) throws {
    var newer = try component("a", sequence: master)
    newer.exceptionDates = [try TestCalendars.time("20260107")]
    let (series, diagnostics) = try group([
      newer,
      try component("a", sequence: override, title: "changed", replacing: "20260107T070000Z"),
      try component("a", sequence: override, title: "kept", replacing: "20260108T070000Z"),
      try component(
        "a", sequence: override, title: "later", replacing: "20260107T070000Z", andLater: true),
    ])
    #expect(series.first?.overrides.map(\.title) == left + ["later", "kept"])
    #expect(diagnostics.map(\.code) == (left.isEmpty ? ["override-removed"] : []))
  }

  @Test func `the message on a replaced revision names the occurrence and the title`() throws {
    let long = String(repeating: "x", count: 61)
    let (_, diagnostics) = try group([
      try component("a", title: long), try component("a", title: "master"),
      try component("a", sequence: 3, title: "Call", replacing: "20260107T070000Z"),
      try component("a", sequence: 1, title: "Old call", replacing: "20260107T070000Z"),
    ])
    #expect(
      diagnostics.map(\.message) == [
        "the UID occurs several times; the older copy, \"\(long.dropLast())…\" with SEQUENCE 0, "
          + "is skipped",
        "RECURRENCE-ID 20260107T070000Z occurs several times; the older copy, \"Old call\" with "
          + "SEQUENCE 1, is skipped",
      ])
  }

  @Test func `orphans make a series without a master, each with a note`() throws {
    let (series, diagnostics) = try group([
      try component("a", replacing: "20260107T070000Z"),
      try component("a", replacing: "20260106T070000Z"),
    ])
    #expect(series.first?.master == nil)
    #expect(series.first?.overrides.count == 2)
    #expect(diagnostics.map(\.code) == ["override-orphaned", "override-orphaned"])
  }
}
