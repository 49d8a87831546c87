import CalendarReminders
import SwiftUI
import UniformTypeIdentifiers

/// Renews whenever the app becomes active, imports a calendar, and shows the result.
struct ContentView: View {
  let reminders: Reminders
  @Environment(\.scenePhase) private var phase
  @State private var isImporting = false
  @State private var result = ""

  var body: some View {
    VStack {
      Text(result)
      Button("Import a Calendar") { isImporting = true }
    }
    .task(id: phase) {
      guard phase == .active, await reminders.hasCalendar else { return }
      show { try await reminders.renew() }
    }
    .fileImporter(
      isPresented: $isImporting, allowedContentTypes: [UTType(filenameExtension: "ics") ?? .data]
    ) { file in
      show { try await replaceCalendar(with: file.get()) }
    }
  }

  private func replaceCalendar(with file: URL) async throws -> PlanApplication {
    let isScoped = file.startAccessingSecurityScopedResource()
    defer { if isScoped { file.stopAccessingSecurityScopedResource() } }
    return try await reminders.replaceCalendar(with: Data(contentsOf: file))
  }

  // This task continues when the user leaves the app, unlike that of the modifier `task`.
  private func show(_ change: @escaping @MainActor () async throws -> PlanApplication) {
    Task {
      do { result = try await change().report } catch { result = error.localizedDescription }
    }
  }
}
