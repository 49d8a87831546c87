/// The result of reading one input file.
///
/// ```swift
/// var document = CalendarDocument(file: "taxes.ics")
/// document.components = [CalendarComponent(.toDo, uid: "taxes@example.org")]
/// print(document.components.count, document.diagnostics.isEmpty)  // 1 true
/// ```
public struct CalendarDocument: Hashable, Sendable {
  /// The numbers of components in a file, including those that can't fire.
  public struct ComponentCounts: Hashable, Sendable {
    /// VEVENT and VTODO components.
    public var components = 0
    /// Components without a VALARM.
    public var componentsWithoutAlarms = 0
    /// Components that are not read, because a property that they need is invalid.
    public var refused = 0
    /// Events.
    ///
    /// VEVENT components with the same UID count as one.
    public var events = 0
    /// Events of which no component has a VALARM.
    public var eventsWithoutAlarms = 0
    /// To-dos.
    ///
    /// VTODO components with the same UID count as one.
    public var toDos = 0
    /// To-dos of which no component has a VALARM.
    public var toDosWithoutAlarms = 0

    /// Makes empty counts.
    public init() {}
  }

  /// The file's path as the caller gave it, or `<stdin>`.
  public var file: String
  /// The components that can affect fire dates, in the order of the file.
  public var components: [CalendarComponent] = []
  /// The numbers of components in the file.
  public var componentCounts = ComponentCounts()
  /// The diagnostics.
  public var diagnostics: [Diagnostic] = []

  /// Makes an empty document.
  public init(file: String) {
    self.file = file
  }
}
