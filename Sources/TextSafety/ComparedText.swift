extension String {
  /// The text for comparisons: without its invisible characters.
  ///
  /// These are the characters with the Unicode property Default_Ignorable_Code_Point (UAX #44), such
  /// as zero-width spaces, joiners, soft hyphens and variation selectors. A sender can add them to a
  /// title without a visible effect. The tags of a flag stay, because flags of regions differ only in
  /// them.
  package var withoutInvisibles: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var isInFlag = false
    let visible = unicodeScalars.split { scalar in
      isInFlag =
        scalar == DisplayText.blackFlag || isInFlag && (0xE0020...0xE007F).contains(scalar.value)
      return !isInFlag && !scalar.isASCII && scalar.properties.isDefaultIgnorableCodePoint
    }
    return visible.map { String($0) }.joined()
  }
}
