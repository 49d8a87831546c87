import CivilTime
import ICalendar
import NotificationTriggers
import ReminderCompiler
import SystemdTimers

extension SystemdTarget {
  /// Puts units into a plan: verdict, the next renewal, and what is left out.
  func output(
    _ selection: Selection, _ validated: ValidatedAssembly<TimerLines>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> TimerPlan {
    var verdict = validated.answers.reduce(into: Verdict()) { $0.add($1.outcome.verdict) }
    // A reminder that is cut before its first fire has no timer that could tell.
    for series in selection.series {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, series.cut)
    }
    // What isn't in the table can't be shown, so the units are made anew before its end.
    let tableEnd = selection.due?.cut
    let renewal = RenewalSchedule(
      timers,
      exactUntil: Verdict.earlier(
        Verdict.earlier(verdict.exactUntil, verdict.repeatsUntil), tableEnd))
    let units = selection.units
    let dueNow = selection.series.flatMap(\.dueNow)
    let missed = validated.answers.flatMap { answer in
      zip(answer.answer.groups, answer.outcome.missed).compactMap { group, instants in
        DroppedFires(
          group.reminder, group.repetition > 0 ? .repeatLimit : .limit, instants,
          title: group.content.title, renewal: renewal.next)
      }
    }
    var dropped = dueNow + missed
    dropped.putInOrder()
    return TimerPlan(
      now: options.now, horizonEnd: options.window.upperBound, exactUntil: verdict.exactUntil,
      repeatsUntil: verdict.repeatsUntil, renewal: renewal.next,
      isRenewed: timers.hasRenewalTimer, installation: timers.installation, period: renewal.period,
      timerCount: units.count { $0.unit.kind == .timer }, units: units, due: selection.due,
      showing: timers.showing, zone: options.deviceZone, language: options.language,
      dropped: dropped,
      diagnostics: diagnostics + selection.series.flatMap(\.diagnostics) + selection.diagnostics
        + self.diagnostics(of: selection, units: units.count),
      fireCount: dueNow.reduce(0) { $0 + $1.count }
        + validated.answers.reduce(0) { $0 + $1.answer.groups.reduce(0) { $0 + $1.instants.count } },
      echoes: verdict.echoes, ruledOut: expansion.leftOut.count)
  }

  /// What the user should know about timers.
  private func diagnostics(of selection: Selection, units: Int) -> [Diagnostic] {
    let all = selection.series.flatMap(\.timers)
    var diagnostics = all.compactMap { timer in
      timer.lines.cut.map {
        Diagnostic(.linesCut(from: $0), at: timer.location, uid: timer.reminder.uid)
      }
    }
    if units > TimerPlan.maximumUnits {
      diagnostics.append(Diagnostic(.unitsMany(count: units, limit: TimerPlan.maximumUnits)))
    }
    return diagnostics
  }
}
