/// What a reader made of one input file.
///
/// ```swift
/// var document = CalendarDocument(file: "taxes.ics")
/// document.components = [CalendarComponent(.toDo, uid: "taxes@example.org")]
/// print(document.components.count, document.diagnostics.isEmpty)  // 1 true
/// ```
public struct CalendarDocument: Hashable, Sendable {
  /// How many components a file has, also those that can't fire.
  public struct Census: Hashable, Sendable {
    /// VEVENT and VTODO components.
    public var components = 0
    /// Those of them without a VALARM.
    public var componentsWithoutAlarms = 0
    /// Events: VEVENT components with one UID are one.
    public var events = 0
    /// Those of them of which no component has a VALARM.
    public var eventsWithoutAlarms = 0
    /// To-dos: VTODO components with one UID are one.
    public var toDos = 0
    /// Those of them of which no component has a VALARM.
    public var toDosWithoutAlarms = 0

    /// Makes an empty census.
    public init() {}
  }

  /// The file's path as it was given, or `<stdin>`.
  public var file: String
  /// The components that can matter for what fires, in the order of the file.
  public var components: [CalendarComponent] = []
  /// How many components the file has.
  public var census = Census()
  /// What was found wrong.
  public var diagnostics: [Diagnostic] = []

  /// Makes an empty document.
  ///
  /// - Parameter file: The file's path.
  public init(file: String) {
    self.file = file
  }
}
