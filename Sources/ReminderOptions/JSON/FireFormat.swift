/// The format of a fire as a JSON object: a line of `fires` or `simulate`, or the standard input of
/// the program that `--command` starts.
///
/// ```swift
/// print(FireFormat.version)  // 1
/// ```
public enum FireFormat {
  /// The version of the format.
  ///
  /// It increases when an older reader could misread a fire.
  public static let version = 1
}
