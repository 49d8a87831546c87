import CompilerFixtures
import ReminderCompiler
import Testing
import TimerCompiler

/// Timers of series that fire at the same times.
@Suite struct AlikeTimerTests {
  @Test(arguments: UInt64(0)..<32)
  func `they are the same as where each series is looked at by itself`(_ seed: UInt64) throws {
    let alike = try AlikeSeries(seed: seed)
    let options = TimerOptions(alike.options)
    let together = Compiler.timerPlan(for: alike.components, options)
    let apart = Compiler.timerPlan(for: alike.apart, options)
    #expect(together.files == apart.files)
    #expect(!together.files.isEmpty)
    #expect(together.exactUntil == apart.exactUntil && together.fireCount == apart.fireCount)
  }
}
