internal import CivilTime
internal import ICalendar

/// Creates an alarm of the model from the properties of a VALARM.
struct AlarmBuilder {
  let source: SourceSubcomponent
  /// Reads times.
  ///
  /// Its context has the component's UID for diagnostics.
  let times: TimeReader
  /// The reference time of relative triggers.
  ///
  /// Its zone applies to absolute triggers without one.
  let anchor: CalendarTime?

  private var context: FileContext { times.context }
  private var reader: ComponentReader { context.reader }

  /// Builds the alarm; nil for one that is off, or with an ACTION that requests no alert.
  func build() throws(ComponentError) -> Alarm? {
    guard !source.isOff else { return nil }
    // An alarm without ACTION still has a trigger. ACTION:NONE disables the alarm.
    let name = source.first(.action)?.value.uppercased()
    guard let action = name.map(Alarm.Action.init) ?? .display else { return nil }
    if let property = source.first(.proximity) ?? source.first(.appleProximity) {
      throw ComponentError(finding: .proximityUnsupported, line: property.line)
    }
    let (trigger, isOnDeviceClock) = try trigger()
    var alarm = Alarm(trigger)
    alarm.isOnDeviceClock = isOnDeviceClock
    alarm.action = action
    alarm.uid = source.first(.uid).map(reader.text)
    readRepetition(into: &alarm)
    for name in [PropertyName.acknowledged, .mozillaLastAcknowledged] {
      guard let property = source.first(name) else { continue }
      if let value = DateTimeText(property.bytes) {
        let instant = Instant(secondsSince1970: value.civil.secondsSince1970)
        alarm.acknowledged = max(alarm.acknowledged ?? instant, instant)
      } else if !property.isEmpty {
        context.report(
          .valueIgnored(property: name.rawValue, value: property.excerpt), line: property.line)
      }
    }
    // In an email alarm, DESCRIPTION is the body and SUMMARY the subject (RFC 5545, 3.6.6).
    let names: [PropertyName] =
      action == .email ? [.summary, .description] : [.description, .summary]
    alarm.text = names.lazy.compactMap { source.first($0).map(reader.text) }.first { !$0.isEmpty }
    if action == .audio, let sound = source.first(.attachment)?.sound {
      (alarm.soundName, alarm.soundHasPath) = sound
    }
    return alarm
  }

  private func trigger() throws(ComponentError) -> (Alarm.Trigger, isOnDeviceClock: Bool) {
    guard let property = source.first(.trigger), !property.isEmpty else {
      throw ComponentError(
        finding: .triggerMissing, line: source.first(.trigger)?.line ?? source.line)
    }
    guard let parameters = reader.parameters(property) else {
      throw ComponentError(
        finding: .lineUnreadable(name: "TRIGGER", reason: "its parameters are not NAME=VALUE"),
        line: property.line)
    }
    // Ignore VALUE, which is often missing or wrong: the value shows its type.
    if let value = DateTimeText(property.bytes) {
      let time = CalendarTime(
        value.civil,
        reference: try reference(of: value, property: property, parameters: parameters))
      let instant = time.instant(onDeviceIn: context.deviceZone)
      if !value.isUTC, value.isDate || parameters.zoneName == nil {
        let name =
          time.reference == .floating ? "the device's time zone" : "the time zone of DTSTART"
        context.report(
          .triggerTimeForgiven(value: property.excerpt, zone: name, instant: instant.description),
          line: property.line)
      }
      return (.absolute(instant), time.reference == .floating)
    }
    guard DurationText(property.bytes) != nil else {
      throw ComponentError(
        finding: .triggerInvalid(
          value: property.excerpt, suggestion: DurationText.suggestion(for: property.bytes)),
        line: property.line)
    }
    let anchor: Alarm.Anchor = parameters.related == "END" ? .end : .start
    return (.relative(try times.duration(property.bytes, of: property), to: anchor), false)
  }

  /// The zone of an absolute trigger, which must be in UTC according to RFC 5545.
  ///
  /// A date without a time means local midnight on the device. A local time is in the zone of TZID,
  /// or else in the zone of DTSTART.
  private func reference(
    of value: DateTimeText, property: SourceProperty, parameters: LineParameters
  ) throws(ComponentError) -> CalendarTime.Reference {
    if value.isUTC { return .utc }
    if value.isDate { return .floating }
    if parameters.zoneName != nil { return try times.time(property).reference }
    return anchor?.reference ?? .floating
  }

  private func readRepetition(into alarm: inout Alarm) {
    let repetition = source.first(.repetition)
    let duration = source.first(.duration)
    guard let property = repetition ?? duration else { return }
    var count = 0
    if let repetition {
      guard let number = Int(repetition.value), (0...Int(Int32.max)).contains(number) else {
        context.report(
          .numberInvalid(property: "REPEAT", value: repetition.excerpt)
            .stating("the alarm fires once"), line: repetition.line)
        return
      }
      count = number
      // REPEAT:0 is valid without a DURATION.
      guard count > 0 else { return }
    }
    guard repetition != nil, let duration else {
      context.report(.repeatIncomplete, line: property.line)
      return
    }
    let interval = try? times.duration(duration.bytes, of: duration)
    guard let interval, interval.isForward, interval != .zero else {
      context.report(
        .durationInvalid(
          property: "DURATION", value: duration.excerpt,
          suggestion: DurationText.suggestion(for: duration.bytes)
        ).stating("the alarm fires once"), line: duration.line)
      return
    }
    alarm.repeatCount = count
    alarm.repeatInterval = interval
  }
}

extension SourceProperty {
  /// Whether the value of ACTION is unknown; NONE is known, and disables the alarm.
  var isUnsupportedAction: Bool {
    let name = value.uppercased()
    return name != "NONE" && Alarm.Action(rawValue: name) == nil
  }

  /// The name of a sound file, and whether it had a path: `Basso`, `chime.caf`,
  /// `file:///sounds/chime.caf`.
  ///
  /// Apple's exports contain bare names. Other paths and links are ignored.
  fileprivate var sound: (name: String, hasPath: Bool)? {
    // An embedded sound would look like a name.
    let head = ArraySlice(parts.head.map(\.upperCased))
    guard !head.contains(Array("BASE64".utf8)), !head.contains(Array("BINARY".utf8)) else {
      return nil
    }
    let scheme = Array("FILE:".utf8)
    let hasPath = bytes.prefix(scheme.count).map(\.upperCased) == scheme
    let name =
      hasPath
      ? bytes.dropFirst(scheme.count).split(separator: UInt8(ascii: "/")).last?.percentDecoded ?? []
      : Array(bytes)
    let text = String(decoding: name, as: UTF8.self)
    guard let first = name.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
      name.count <= ReadingLimits.longestName, name.allSatisfy(\.standsInName),
      text.isNameOfSound
    else { return nil }
    return (text, hasPath)
  }
}

extension String {
  private static let soundEndings: Set<String> = [
    "aif", "aifc", "aiff", "au", "caf", "flac", "m4a", "mp3", "oga", "ogg", "snd", "wav",
  ]

  /// Whether a name can be the name of a sound.
  ///
  /// It has the extension of a sound file, or no extension, as for system sounds. Words that other
  /// programs use for silence or a default sound are excluded.
  fileprivate var isNameOfSound: Bool {
    let name = lowercased()
    guard let point = name.lastIndex(of: ".") else {
      return !["critical", "default", "none", "null", "silent"].contains(name)
    }
    return String.soundEndings.contains(String(name[name.index(after: point)...]))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without percent-encoding (RFC 3986, 2.1).
  fileprivate var percentDecoded: [UInt8] {
    var decoded: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let escaped = rest.prefix(2).hexadecimal else {
        decoded.append(byte)
        continue
      }
      decoded.append(escaped)
      rest = rest.dropFirst(2)
    }
    return decoded
  }
}

extension UInt8 {
  /// Whether the byte can occur in a sound's name: an ASCII letter, a digit, or one of ` ._-`.
  fileprivate var standsInName: Bool {
    isDigit || (0x41...0x5A).contains(upperCased) || " ._-".utf8.contains(self)
  }
}
