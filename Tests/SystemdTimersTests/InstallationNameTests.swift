import SystemdTimers
import Testing

@Suite struct InstallationNameTests {
  @Test func `a name is one to thirty-two letters, digits and underscores`() {
    let longest = String(repeating: "a", count: 32)
    for text in ["work", "Work_2", "_", "7", longest] {
      #expect(InstallationName(text)?.name == text)
    }
    let others = [
      "", longest + "a", "a-b", "a.b", "a b", " work", "é", "work\n", "a/b", "..", "a@b", "%h",
      "\0",
    ]
    for text in others { #expect(InstallationName(text) == nil, "\(text.debugDescription)") }
  }

  @Test func `files are named after the installation, if it has a name`() throws {
    #expect(InstallationName.unnamed.target.string == "ics2notify.target")
    #expect(InstallationName.unnamed.renewalTimer.string == "ics2notify-renew.timer")
    #expect(InstallationName.unnamed.manifestName == "ics2notify.manifest")
    #expect(InstallationName.unnamed.tableName == "ics2notify.fires")
    let work = try #require(InstallationName("work"))
    #expect(work.target.string == "ics2notify.work.target")
    #expect(work.renewalPath.string == "ics2notify.work-renew.path")
    #expect(work.renewalPath.kind == .path)
    #expect(work.failedService.string == "ics2notify.work-failed.service")
    #expect(work.manifestName == "ics2notify.work.manifest")
    #expect(work.tableName == "ics2notify.work.fires")
    let units = ReminderUnits(
      DesktopNotification(summary: "Standup"), at: [try CalendarExpression(parsing: "09:00 UTC")],
      of: work)
    #expect(units.timer.name.hasPrefix("ics2notify.work-Standup-"))
    #expect(units.service.name.hasPrefix("ics2notify.work-Standup-"))
    #expect(units.timer.text.contains("\nPartOf=ics2notify.work.target\n"))
    #expect(units.timer.text.contains("\nUnit=\(units.service.name)\n"))
  }

  /// Names that are prefixes of others, or look like the part after a name.
  private static let names = [
    nil, "w", "wo", "work", "work_", "work2", "WORK", "target", "manifest", "fires", "renew",
    "timer", "_", "ics2notify",
  ]

  @Test func `a file of one installation is not recognised as another's`() throws {
    let installations = try Self.names.map {
      try $0.map { try #require(InstallationName($0)) } ?? .unnamed
    }
    for own in installations {
      let reminder = ReminderUnits(
        DesktopNotification(summary: "work"), at: [try CalendarExpression(parsing: "09:00 UTC")],
        of: own)
      let fixed = [
        own.target, own.renewalTimer, own.renewalService, own.renewalPath, own.changedService,
        own.settleTimer, own.unsettledTimer, own.failedService, own.retryTimer, own.showService,
        own.plainService,
      ]
      let names =
        (fixed + [reminder.timer.unit, reminder.service.unit]).map(\.string) + [own.tableName]
      #expect(Set(names).count == names.count)
      for name in names {
        for installation in installations {
          let read = InstalledFileName(own: name, of: installation)
          #expect(read?.string == (installation == own ? name : nil), "\(name)")
          #expect(installation.manifestName != name)
        }
      }
      #expect(InstalledFileName(own: own.tableName, of: own)?.unit == nil)
      #expect(InstalledFileName(own: own.target.string, of: own)?.unit == own.target)
      #expect(InstalledFileName(own: own.manifestName, of: own) == nil)
    }
  }
}
