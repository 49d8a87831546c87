/// A component that a scan has passed over.
struct PassedOverComponent {
  /// What it is.
  let name: ComponentName
  /// The value of its UID among the bytes that were kept; nil where it has none.
  let uid: UIDText?
  /// How many VALARM it has.
  let alarmCount: Int
  /// Whether it has an RRULE or RDATE.
  let recurs: Bool
  /// Where it stands in the whole text.
  let range: Range<Int>
  /// The number of its line END in its part, from 1.
  let endLine: Int

  /// Takes up a component.
  ///
  /// - Parameters:
  ///   - name: What it is.
  ///   - record: What was seen of it among the bytes that were read.
  ///   - uid: The value of its UID among the bytes that were kept; nil where it has none.
  ///   - endLine: The number of its line END in its part, from 1.
  ///   - offset: How many bytes of the text stand before those that were read.
  init(
    _ name: ComponentName, _ record: ComponentRecord, uid: UIDText?, endLine: Int, offset: Int
  ) {
    self.name = name
    self.uid = uid
    alarmCount = record.alarmCount
    recurs = record.recurs
    range = record.range.lowerBound + offset..<record.range.upperBound + offset
    self.endLine = endLine
  }
}
