// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

public import Foundation
public import UniformTypeIdentifiers

/// The tasks and dialogs of the views in a window, for tests.
@MainActor public final class Screen {
  fileprivate var tasks: [@Sendable () async -> Void] = []
  fileprivate var importers: [(Result<URL, any Error>) -> Void] = []

  public init() {}

  /// Runs the tasks of the views that have appeared.
  public func runTasks() async { for task in tasks { await task() } }

  /// Chooses a file in each dialog.
  public func choose(_ file: URL) { for importer in importers { importer(.success(file)) } }
}

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// Makes the tasks and dialogs of the view known to a screen.
  func appear(on screen: Screen)
}

extension View {
  public func appear(on screen: Screen) { body.appear(on: screen) }
}

extension Never: View {
  public var body: Never { fatalError("never shown") }

  public func appear(on screen: Screen) {}
}

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content)) { screen in
      for view in repeat each content { view.appear(on: screen) }
    }
  }
}

public struct TupleView<Content>: View {
  public let value: Content
  private let action: @MainActor (Screen) -> Void

  init(_ value: Content, _ action: @escaping @MainActor (Screen) -> Void) {
    (self.value, self.action) = (value, action)
  }

  public var body: Never { fatalError("a tuple shows itself") }

  public func appear(on screen: Screen) { action(screen) }
}

public struct Text: View {
  public init(_ content: String) {}

  public var body: Never { fatalError("a text shows itself") }

  public func appear(on screen: Screen) {}
}

public struct Button: View {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}

  public var body: Never { fatalError("a button shows itself") }

  public func appear(on screen: Screen) {}
}

public struct VStack<Content: View>: View {
  public let body: Content

  public init(@ViewBuilder content: () -> Content) { body = content() }
}

extension View {
  public func task<Value: Equatable>(
    id value: Value, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TupleView(self) { screen in
      appear(on: screen)
      screen.tasks.append(action)
    }
  }

  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View {
    TupleView(self) { screen in
      appear(on: screen)
      screen.importers.append(onCompletion)
    }
  }
}
