extension AllotmentSearch {
  /// The identifiers of the requests of an allotment, in no order.
  func identifiers(of allotment: Allotment) -> [String] {
    if let overdueIdentifier {
      return allotment.score[.slots] < 0 ? [overdueIdentifier] : []
    }
    return allotment.groups.flatMap(identifiers(of:))
  }

  /// The identifiers of the requests for one group, in no order.
  func identifiers(of chosen: GroupAllotment) -> [String] {
    places[chosen.group].map { groups[$0].identifiers(of: chosen.cover) } ?? []
  }

  /// Something that orders allotments of different contenders as the smallest of their identifiers
  /// do.
  func smallestPrefix(of allotment: Allotment) -> String? {
    if let overdueIdentifier { return overdueIdentifier }
    return allotment.groups.compactMap { chosen in
      places[chosen.group].map { groups[$0].lowered.group.identifierPrefix }
    }.min()
  }
}
