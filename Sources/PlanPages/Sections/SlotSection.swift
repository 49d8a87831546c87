import CivilTime
import NotificationTriggers
import ReminderCompiler

/// The slots of the device with their requests.
struct SlotSection: PageSection {
  let plan: Plan
  let dates: PageDate

  /// Proofs end in 2100, so later dates are not shown.
  private static let farAway = Instant(secondsSince1970: 4_000_000_000)

  let id = "slots"

  var heading: String { "The \(EnglishNames.count(plan.limit, "slot"))" }

  /// A slot of the device.
  private enum Slot {
    case used(Plan.Request)
    case free
    /// A slot that is left to requests of other parts of the app.
    case other
  }

  func writeBody(to html: inout HTMLWriter) {
    let free = max(0, plan.slots - plan.requests.count)
    let others = max(0, plan.limit - plan.slots)
    html.element(
      "p",
      text:
        "A phone keeps up to \(EnglishNames.count(plan.limit, "pending request")) for an app, called "
        + "slots. \(plan.requests.count) \(Amounts.are(plan.requests.count)) used, \(free) free"
        + (others > 0 ? ", \(others) left to other requests" : "")
        + ". They are sorted by importance, then by date. This plan was made for "
        + "\(dates.short(plan.now)).")
    let slots =
      plan.requests.map(Slot.used) + Array(repeating: Slot.free, count: free)
      + Array(repeating: Slot.other, count: others)
    html.list("ol", class: "slots", items: slots) { slot, html in
      switch slot {
      case .used(let request): write(request, to: &html)
      case .free: html.element("li", ["class": "free", "aria-hidden": "true"], text: "free")
      case .other: html.element("li", ["class": "other", "aria-hidden": "true"], text: "other")
      }
    }
  }

  private func write(_ request: Plan.Request, to html: inout HTMLWriter) {
    html.element("li") { html in
      html.element("span", ["class": "rank"], text: "\(request.rank)")
      html.element("h3") { html in
        html.isolated(request.content.title)
        if request.repetition > 0 { html.text(" (repeat \(request.repetition))") }
      }
      html.element("p", ["class": "trigger"]) { html in
        let phrase = "\(TriggerPhrase(request, onDeviceIn: dates.zone))".capitalizedFirst
        html.text(request.trigger.repeats ? phrase : "\(phrase), ")
        if !request.trigger.repeats { html.time(request.nextFire, dates: dates) }
      }
      html.element("dl") { html in
        if request.trigger.repeats {
          entry("Next", to: &html) { $0.time(request.nextFire, dates: dates) }
        }
        if let removeBy = request.removeBy {
          entry("Remove by", to: &html) { $0.time(removeBy, dates: dates) }
        }
        if let until = request.provenUntil, request.trigger.repeats, until != request.removeBy,
          until < SlotSection.farAway
        {
          entry("Correct until", to: &html) { $0.time(until, dates: dates) }
        }
        if request.content.interruptionLevel != .active {
          entry("Level", to: &html) { $0.text(request.content.interruptionLevel.hyphenatedName) }
        }
        if plan.hasCalendars, !request.calendarName.isEmpty {
          entry("Calendar", to: &html) { $0.isolated(request.calendarName) }
        }
      }
    }
  }

  private func entry(
    _ name: String, to html: inout HTMLWriter, value: (inout HTMLWriter) -> Void
  ) {
    html.element("div") { html in
      html.element("dt", text: name)
      html.element("dd") { value(&$0) }
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
