/// What a scan keeps of a part of a text: what its lines say, and all of its bytes but those of
/// components that don't matter by themselves.
///
/// Most components of a large export are past. They are told while their bytes are at hand, so that
/// memory is needed for what can still fire only.
struct ScannedPart {
  /// What lines say, in the order of the text; places are those in ``text``.
  private(set) var landmarks: [Landmark] = []
  /// The components that were passed over, as landmarks name them.
  private(set) var passedOver: [PassedOverComponent] = []
  /// The bytes that are kept.
  private(set) var text: [UInt8] = []
  /// How many physical lines the part has.
  let lineCount: Int
  /// Where its first line begins in the whole text.
  let start: Int
  /// How its lines end.
  let lineEnds: LineEnds

  /// A component that may have been passed over at its end, if nothing unusual is in it.
  private struct Candidate {
    var record: ComponentRecord
    /// Its place among the landmarks.
    let landmark: Int
    var isInAlarm = false
  }

  /// Looks through a part; nil for one that has to be decoded.
  ///
  /// - Parameters:
  ///   - lines: The part's lines.
  ///   - bytes: The bytes that were read.
  ///   - relevance: Decides which components matter.
  init?(_ lines: PartLines, in bytes: Span<UInt8>, _ relevance: ComponentRelevance) {
    let own = bytes.extracting(lines.range)
    guard own.isUTF8, lines.offset > 0 || !DecodedText.isMarked(own) else { return nil }
    lineEnds = LineEnds(of: own)
    let search = LandmarkSearch(lines.range, in: bytes)
    lineCount = search.lineCount
    start = lines.offset + lines.range.lowerBound
    var candidate: Candidate?
    // Up to where bytes have been kept or passed over.
    var position = lines.range.lowerBound
    for landmark in search.landmarks {
      let kept = landmark.moved(by: text.count - position)
      switch landmark.meaning {
      case .begin(.alarm) where candidate?.isInAlarm == false:
        candidate?.isInAlarm = true
        candidate?.record.addAlarm()
      case .end(.alarm) where candidate?.isInAlarm == true: candidate?.isInAlarm = false
      case .begin(let name):
        candidate = name.kind.map {
          Candidate(
            record: ComponentRecord(
              $0, start: landmark.range.lowerBound, line: landmark.line, calendar: 0),
            landmark: landmarks.count)
        }
      case .end(let name):
        if var record = candidate?.record, let first = candidate?.landmark,
          candidate?.isInAlarm == false, name.kind == record.kind
        {
          record.finish(at: landmark.range.upperBound)
          if !relevance.matters(record, in: bytes) {
            text.append(contentsOf: bytes.extracting(position..<record.range.lowerBound))
            position = record.range.upperBound
            let uid = record.uid.map { keep($0, in: bytes) }
            landmarks.removeSubrange(first...)
            landmarks.append(
              Landmark(.passedOver(passedOver.count), range: 0..<0, line: record.line))
            passedOver.append(
              PassedOverComponent(
                name, record, uid: uid, endLine: landmark.line, offset: lines.offset))
            candidate = nil
            continue
          }
        }
        candidate = nil
      case .uid(let uid) where candidate?.isInAlarm == false && candidate?.record.uid == nil:
        candidate?.record.uid = uid
      case .recurrenceID where candidate?.isInAlarm == false: candidate?.record.isOverride = true
      case .recurrence where candidate?.isInAlarm == false: candidate?.record.recurs = true
      default: break
      }
      landmarks.append(kept)
    }
    text.append(contentsOf: bytes.extracting(position..<lines.range.upperBound))
  }

  /// Keeps the value of a UID whose component is passed over, since others are compared with it.
  private mutating func keep(_ uid: UIDText, in bytes: Span<UInt8>) -> UIDText {
    let moved = uid.moved(by: text.count - uid.range.lowerBound)
    text.append(contentsOf: bytes.extracting(uid.range))
    return moved
  }
}
