package import CivilTime
package import ICalendar

/// What becomes of all fires, series by series: what is asked for and fires, what is missed, and
/// what fires beside it.
package struct Chronicle: Sendable {
  /// Whether and when the plan is renewed.
  package enum Renewals: Sendable {
    /// Nobody knows; at the latest as the options say.
    case within
    /// The app is opened at these instants, ascending; perhaps never.
    case openings([Instant])
  }

  /// The plan of now.
  package let plan: Plan
  /// When it is renewed.
  package let renewals: Renewals
  /// How what fires compares with what is asked for.
  package let verdict: Verdict
  /// When the last plan has to be made anew; nil for never before the horizon's end.
  package let renewBy: Instant?
  /// What a device keeps for later; nil where nobody asked.
  package let delays: Delays?
  /// What was found.
  package let diagnostics: [Diagnostic]
  /// The days that it goes over.
  package let days: ChronicleDays
  /// The series, those first that miss something soon; see ``omitted``.
  package let series: [SeriesChronicle]
  /// How many fires there are of each fate, by its raw value, those of all series.
  let counts: [Int]
  /// How many series there are beside.
  package let omitted: Int
  /// How many of these miss anything.
  package let omittedMissing: Int
  /// Whether there are several calendars, so that it is worth saying which.
  package let hasCalendars: Bool
  /// From when on nothing was played any more; nil for the horizon's end.
  package let cut: Instant?

  /// The most series: each is a row, of which somebody may look for one.
  package static let maximumSeries = 2_000
  /// The most fires that are listed, shared by the series: those of some weeks, of one by one.
  package static let maximumEvents = 50_000
}

extension Chronicle {
  /// How many fires there are of a fate, those of all series.
  package func count(_ fate: FireFate) -> Int { counts[fate.rawValue] }
}

extension Compiler {
  /// What becomes of all fires, where nobody knows when a plan is renewed.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - components: What it was made of.
  ///   - options: What it was made for.
  ///   - controls: What keeps notifications for later; nil where nobody wants to know.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: What becomes of them.
  package static func chronicle(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    under controls: SystemControls? = nil
  ) throws -> Chronicle {
    let target = NotificationTarget(options)
    let played = try PlayedApp.played(on: target, []) { _ in plan }
    return Chronicle(
      played, .within, Expansion(components, options.compiler), controls,
      findings: SimulatedFires(fires: [], cut: played.cut).diagnostics)
  }

  /// What becomes of all fires of an app that is opened now and then.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant of the first plan, the device, and what is pending of others.
  ///   - openings: When the app is opened, as for ``playback(of:_:openings:under:)``.
  ///   - controls: What keeps notifications for later; nil where nobody wants to know.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: What becomes of them.
  package static func chronicle(
    of components: [CalendarComponent], _ options: NotificationOptions, openings: [Instant],
    under controls: SystemControls? = nil
  ) throws -> Chronicle {
    let target = NotificationTarget(options)
    let known = options.isNowKnown ? components : []
    let played = try PlayedApp.played(on: target, openings) { plan(for: known, $0) }
    return Chronicle(
      played, .openings(openings), Expansion(known, options.compiler), controls,
      findings: target.diagnostics + options.compiler.faults + played.diagnostics
        + SimulatedFires(fires: [], cut: played.cut).diagnostics)
  }
}
