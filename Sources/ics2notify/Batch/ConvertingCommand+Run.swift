extension ConvertingCommand {
  /// Runs the subcommand: for all calendars together, or for each.
  ///
  /// - Parameter place: Where one result goes.
  /// - Throws: Why there is none.
  func run(into place: ResultPlace) async throws {
    if batch.worker != nil {
      try await BatchWorker(self, settings()).run()
      ExitStatus.success.exit()
    }
    if batch.each { try BatchRun(self).run() }
    try await convert(Session(settings()), into: place).status.exit()
  }
}
