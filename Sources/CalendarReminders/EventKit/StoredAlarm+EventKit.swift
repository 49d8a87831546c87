#if canImport(EventKit)
  import CivilTime
  import EventKit

  extension StoredAlarm {
    /// Reads an alarm.
    ///
    /// - Parameter alarm: The alarm; sounds and messages it has on the Mac only.
    init(_ alarm: EKAlarm) {
      self.init()
      absolute = alarm.absoluteDate.map { Instant($0) }
      offset = alarm.relativeOffset
      isByPlace = alarm.proximity != .none || alarm.structuredLocation != nil
      #if !(os(iOS) || os(visionOS) || os(watchOS))
        soundName = alarm.soundName
        isEmail = alarm.emailAddress != nil
      #endif
    }
  }
#endif
