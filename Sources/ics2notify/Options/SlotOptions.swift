import ArgumentParser
import CalendarSources
import NotificationTriggers
import ProgramSupport
import ReminderCompiler
import TimerCompiler

/// The options for the number of requests or timers, and the time between renewals.
struct SlotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of slots (default: those of the target, such as 64 requests).",
      valueName: "n"))
  var limit: Int?

  @Flag(
    help: ArgumentHelp(
      "Allow a --limit above the 64 requests that Apple's systems keep, up to 128.",
      visibility: .hidden))
  var allowOverLimit = false

  @Option(
    help: ArgumentHelp(
      "The slots to leave to other requests (default: 0).", valueName: "n", visibility: .hidden))
  var reserve: Int?

  @Option(
    help: ArgumentHelp(
      "The longest time until the next renewal (default: P7D).", valueName: "duration"))
  var renewWithin: String?

  /// Checks the options for a layer; nil for timers.
  func check(for layer: NotificationLayer?) throws(Failure) {
    if let limit {
      guard limit > 0 else {
        throw Failure(.usage, "--limit \(limit) leaves no slot for any reminder")
      }
      let most =
        layer.map(NotificationOptions.largestLimit(on:)) ?? TimerOptions.largestLimit
      guard limit <= most else { throw Failure(.usage, "--limit \(limit) is more than \(most)") }
      if let layer, !allowOverLimit, limit > layer.limit {
        let keeper = layer == .apple ? "that Apple's systems keep" : "of \(layer.name)"
        throw Failure(
          .usage,
          "--limit \(limit) is more than the \(layer.limit) requests \(keeper); "
            + "--allow-over-limit allows it")
      }
    }
    // Each timer has two units: the timer and its service.
    let slots =
      limit ?? layer?.limit ?? TimerPlan.maximumUnits / 2
    if let reserve, !(0...slots).contains(reserve) {
      throw Failure(.usage, "--reserve \(reserve) is not within the limit of \(slots)")
    }
  }
}

/// The options for planning requests.
struct RequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The pending requests: a plan, or a list from the device.", valueName: "file"),
    completion: .file())
  var pending: FilePath?

  @Option(
    help: ArgumentHelp(
      "The answers to notifications that the app stored: done, snoozed.", valueName: "file",
      visibility: .hidden),
    completion: .file())
  var responses: FilePath?

  @Option(
    help: ArgumentHelp(
      "Repeat reminders of overdue to-dos at this interval, at least PT60S.",
      valueName: "duration", visibility: .hidden))
  var nagOverdue: String?

  @Flag(
    help: ArgumentHelp(
      "Use the last slot for a request at renewBy to open the app.",
      visibility: .hidden))
  var renewalNudge = false

  @Option(
    help: ArgumentHelp(
      "The calendar of the device: if it is gregorian, reminders without a time zone follow it.",
      valueName: "calendar", visibility: .hidden))
  var deviceCalendar = DeviceCalendar.other

  /// The options without files, which can be standard input and are read only once.
  var withoutFiles: RequestOptions {
    var options = self
    options.pending = nil
    options.responses = nil
    return options
  }

  /// Throws an error if an option applies to one device only.
  func checkForMany() throws(Failure) {
    let given = pending.map { _ in "--pending" } ?? responses.map { _ in "--responses" }
    guard let given else { return }
    throw Failure(.usage, "\(given) applies to one device, and batch makes plans for many")
  }

  func apply(to settings: inout Settings) throws(Failure) {
    settings.notifications.overdueNag = try nagOverdue.map(OptionValue.overdueNag)
    settings.notifications.nudgesRenewal = renewalNudge
    settings.notifications.deviceCalendar = deviceCalendar
    let layer = settings.notifications.layer
    guard settings.compiler.badge == nil || layer.hasBadge else {
      throw Failure(.usage, "--badge: \(layer.name) has no notifications with a badge")
    }
    try check(for: layer, settings.notifications.overdueNag?.interval)
    let hyphens = ([pending, responses] + settings.paths.map(\.path)).count { $0?.isHyphen == true }
    guard hyphens < 2 || (pending ?? responses)?.isHyphen != true else {
      throw Failure(.usage, "only one of --pending, --responses and PATH can be standard input")
    }
  }

  /// Throws an error for a request that the layer cannot repeat, or does not take.
  private func check(for layer: NotificationLayer, _ interval: Int?) throws(Failure) {
    if let interval {
      guard let shortest = layer.shortestInterval else {
        throw Failure(
          .usage, "--nag-overdue: \(layer.name) has no requests that repeat at an interval")
      }
      guard interval >= shortest else {
        throw Failure(
          .usage,
          "--nag-overdue is shorter than PT\(shortest / 60)M, the shortest interval that "
            + "\(layer.name) repeats")
      }
    }
    guard !renewalNudge || !layer.takesAlarmsOnly else {
      throw Failure(.usage, "--renewal-nudge: \(layer.name) takes critical reminders only")
    }
  }

  /// Throws an error for options that only apply to a plan of requests.
  func requireNone(for target: String) throws(Failure) {
    let given = [
      pending.map { _ in "--pending" }, responses.map { _ in "--responses" },
      nagOverdue.map { _ in "--nag-overdue" },
      renewalNudge ? "--renewal-nudge" : nil,
      deviceCalendar == .other ? nil : "--device-calendar",
    ].compactMap { $0 }
    guard let first = given.first else { return }
    throw Failure(.usage, "\(first) applies to requests on a device, not to --target \(target)")
  }
}
