import ArgumentParser
import ReminderCompiler

/// The options of subcommands that make a plan of requests, as they are typed.
struct PlanArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is pending on the device: a plan, or a JSON array of identifiers.",
      valueName: "file"), completion: .file())
  var pending: FilePath?

  @Option(
    help: ArgumentHelp(
      "Nag about overdue to-dos again and again, so often: at least PT60S.",
      valueName: "duration"))
  var nagOverdue: String?

  @Flag(help: "Spend the last slot on a request at renewBy that asks to open the app.")
  var renewalNudge = false

  /// The options without what is pending, which may be standard input and is read once.
  var withoutPending: PlanArguments {
    var options = self
    options.pending = nil
    return options
  }

  /// Rejects contradictory options.
  func check(isForEach: Bool) throws {
    guard isForEach, pending != nil else { return }
    throw ValidationError("--pending is about one device, and --each makes plans for many")
  }

  /// Puts the options into those of the compiler.
  func apply(to settings: inout Settings) throws(Failure) {
    settings.notifications.overdueNag = try nagOverdue.map(OptionValue.overdueNag)
    settings.notifications.nudgesRenewal = renewalNudge
    if pending?.isHyphen == true, settings.paths.contains(where: \.isHyphen) {
      throw Failure(.usage, "only one of --pending and PATH can be standard input")
    }
  }

  /// The options as words, but for what is pending.
  var words: [String] {
    (nagOverdue.map { ["--nag-overdue=\($0)"] } ?? [])
      + (renewalNudge ? ["--renewal-nudge"] : [])
  }

  /// Refuses options that mean nothing where no plan of requests is made.
  func requireNone(for format: String) throws(Failure) {
    let given = [
      pending.map { _ in "--pending" }, nagOverdue.map { _ in "--nag-overdue" },
      renewalNudge ? "--renewal-nudge" : nil,
    ].compactMap { $0 }
    guard let first = given.first else { return }
    throw Failure(.usage, "\(first) is about requests on a device, not about --format \(format)")
  }
}
