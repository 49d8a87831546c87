internal import CivilTime
internal import ICalendar

/// Makes an alarm of the model from a VALARM.
struct AlarmBuilder {
  /// The properties.
  let source: SourceSubcomponent
  /// Reads a trigger's time and has the component's UID, for diagnostics.
  let times: TimeReader

  private var uid: String { times.uid }

  /// Builds the alarm.
  ///
  /// - Parameters:
  ///   - context: Takes the diagnostics and knows the zones.
  ///   - reader: Reads the zones' definitions.
  /// - Throws: Why the alarm is refused.
  /// - Returns: Nil for an alarm that is meant to be silent.
  func build(
    in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> Alarm? {
    guard source.isEnded else {
      throw ComponentError(finding: .componentUnended(name: "VALARM"), line: source.line)
    }
    // An alarm without ACTION still says when; one with NONE says that nothing is wanted.
    let name = source.first(.action)?.value.uppercased()
    guard let action = name.map(Alarm.Action.init) ?? .display else { return nil }
    if let property = source.first(.proximity) ?? source.first(.appleProximity) {
      throw ComponentError(finding: .proximityUnsupported, line: property.line)
    }
    var alarm = Alarm(try trigger(in: &context, reader))
    alarm.action = action
    alarm.uid = source.first(.uid).map(reader.text)
    readRepetition(into: &alarm, in: &context)
    for name in [PropertyName.acknowledged, .mozillaLastAcknowledged] {
      guard let property = source.first(name) else { continue }
      if let value = DateTimeText(property.bytes) {
        let instant = Instant(secondsSince1970: value.civil.secondsSince1970)
        alarm.acknowledged = max(alarm.acknowledged ?? instant, instant)
      } else if !property.isEmpty {
        context.report(
          .valueIgnored(property: name.rawValue, value: property.excerpt), line: property.line,
          uid: uid)
      }
    }
    // The DESCRIPTION of an e-mail is its body, its SUMMARY the subject (RFC 5545, 3.6.6).
    let names: [PropertyName] =
      action == .email ? [.summary, .description] : [.description, .summary]
    alarm.text = names.lazy.compactMap { source.first($0).map(reader.text) }.first { !$0.isEmpty }
    if action == .audio { alarm.soundName = source.first(.attachment).flatMap(\.soundName) }
    return alarm
  }

  private func trigger(
    in context: inout FileContext, _ reader: ComponentReader
  ) throws(ComponentError) -> Alarm.Trigger {
    guard let property = source.first(.trigger), !property.isEmpty else {
      throw ComponentError(
        finding: .triggerMissing, line: source.first(.trigger)?.line ?? source.line)
    }
    guard let parameters = reader.parameters(property) else {
      throw ComponentError(
        finding: .lineUnreadable(name: "TRIGGER", reason: "its parameters are not NAME=VALUE"),
        line: property.line)
    }
    // The value itself shows its type; VALUE is often left out, and sometimes wrong.
    if let duration = CalendarDuration(rfc5545: property.bytes) {
      let anchor: Alarm.Anchor = parameters.related == "END" ? .end : .start
      return .relative(duration, to: anchor)
    }
    guard let value = DateTimeText(property.bytes) else {
      throw ComponentError(finding: .triggerInvalid(value: property.excerpt), line: property.line)
    }
    if !value.isUTC, parameters.zoneName != nil,
      case .zone(let zone) = try times.time(property, in: &context, reader).reference
    {
      return .absolute(zone.instant(of: value.civil))
    }
    // The RFC wants UTC, so a time without Z and without a zone is taken as UTC.
    return .absolute(Instant(secondsSince1970: value.civil.secondsSince1970))
  }

  private func readRepetition(into alarm: inout Alarm, in context: inout FileContext) {
    let repetition = source.first(.repetition)
    let duration = source.first(.duration)
    guard let property = repetition ?? duration else { return }
    var count = 0
    if let repetition {
      guard let number = Int(repetition.value), (0...Int(Int32.max)).contains(number) else {
        context.report(
          .numberInvalid(property: "REPEAT", value: repetition.excerpt), line: repetition.line,
          uid: uid)
        return
      }
      count = number
      // No repeat is asked for, with or without an interval.
      guard count > 0 else { return }
    }
    guard repetition != nil, let duration else {
      context.report(.repeatIncomplete, line: property.line, uid: uid)
      return
    }
    guard let interval = CalendarDuration(rfc5545: duration.bytes), interval.isForward,
      interval != .zero
    else {
      context.report(
        .durationInvalid(property: "DURATION", value: duration.excerpt), line: duration.line,
        uid: uid)
      return
    }
    alarm.repeatCount = count
    alarm.repeatInterval = interval
  }
}

extension SourceProperty {
  /// The longest name of a file that systems have, in bytes.
  private static let longestFileName = 255

  /// The name of a file with a sound, where that is all that stands there: `Basso`, `chime.caf`.
  ///
  /// So it is in Apple's exports. A path or a link is none, whatever stands at its end.
  fileprivate var soundName: String? {
    let name = bytes
    // A sound that stands in the line itself looks like a name.
    let head = parts.head.map(\.upperCased)
    guard !head.contains("BASE64".utf8), !head.contains("BINARY".utf8), isNameOfSound,
      let first = name.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
      name.count <= SourceProperty.longestFileName,
      name.allSatisfy(\.standsInName)
    else { return nil }
    return value
  }
}

extension SourceProperty {
  /// The ends of the names of files with sounds.
  private static let endings: Set<String> = [
    "aif", "aifc", "aiff", "au", "caf", "flac", "m4a", "mp3", "oga", "ogg", "snd", "wav",
  ]

  /// Whether a name can be that of a sound: one without an ending, as that of a sound of the system,
  /// or with that of a sound; not a word that other programs have for no sound, or for another one.
  fileprivate var isNameOfSound: Bool {
    let name = value.lowercased()
    guard let point = name.lastIndex(of: ".") else {
      return !["critical", "default", "none", "null", "silent"].contains(name)
    }
    return SourceProperty.endings.contains(String(name[name.index(after: point)...]))
  }
}

extension [UInt8] {
  /// Whether some bytes stand in these.
  fileprivate func contains(_ other: some Collection<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}

extension UInt8 {
  /// Whether the byte stands in the names of sounds: an ASCII letter, a digit, or one of ` ._-`.
  fileprivate var standsInName: Bool {
    isDigit || (0x41...0x5A).contains(upperCased) || " ._-".utf8.contains(self)
  }
}
