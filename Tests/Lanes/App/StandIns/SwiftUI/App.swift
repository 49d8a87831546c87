// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

import BackgroundTasks

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene

  @SceneBuilder var body: Body { get }

  init()
}

extension App {
  public static func main() { fatalError("only tests launch the app") }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene

  @SceneBuilder var body: Body { get }

  /// Registers background tasks.
  func connect()

  /// Shows the window.
  func show(on screen: Screen)
}

extension Scene {
  public func connect() { body.connect() }

  public func show(on screen: Screen) { body.show(on: screen) }
}

extension Never: Scene {
  public func connect() {}

  public func show(on screen: Screen) {}
}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public var body: Never { fatalError("a window consists of views") }

  public func connect() {}

  public func show(on screen: Screen) { content.appear(on: screen) }
}

public struct BackgroundTask<Request, Response>: Sendable {
  fileprivate let identifier: String
}

extension BackgroundTask where Request == Void, Response == Void {
  public static func appRefresh(_ identifier: String) -> BackgroundTask {
    BackgroundTask(identifier: identifier)
  }
}

extension Scene {
  public func backgroundTask<Request: Sendable, Response: Sendable>(
    _ task: BackgroundTask<Request, Response>,
    action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene {
    BackgroundTaskScene(content: self, identifier: task.identifier) {
      // The kinds of tasks with other requests are missing.
      guard let request = () as? Request else { fatalError("only app refreshes run") }
      _ = await action(request)
    }
  }
}

struct BackgroundTaskScene<Content: Scene>: Scene {
  let content: Content
  let identifier: String
  let action: @Sendable () async -> Void

  var body: Never { fatalError("a modified scene is shown by its content") }

  func connect() {
    content.connect()
    BGTaskScheduler.shared.register(identifier, action)
  }

  func show(on screen: Screen) { content.show(on: screen) }
}
