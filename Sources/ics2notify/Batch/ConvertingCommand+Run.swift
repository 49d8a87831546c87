extension ConvertingCommand {
  /// Runs the subcommand: for all calendars together, or for each.
  ///
  /// - Parameter place: Where one result goes.
  /// - Throws: Why there is none.
  func run(into place: ResultPlace) throws {
    if batch.worker != nil {
      try BatchWorker(self, settings()).run()
      ExitStatus.success.exit()
    }
    if batch.each { try BatchRun(self).run() }
    let session = try Session(settings())
    let conversion = try convert(session, into: place)
    // What was read goes with the process: to free it piece by piece takes as long as a tenth of
    // the run.
    withExtendedLifetime(session) { conversion.status.exit() }
  }
}
