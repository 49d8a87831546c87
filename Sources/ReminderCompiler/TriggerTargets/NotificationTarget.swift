package import ICalendar

/// A device that keeps a number of notification requests: UserNotifications' pending requests.
package struct NotificationTarget: TriggerTarget {
  /// What the device keeps, and what calendars are asked for: the nearest that there is.
  package var device: NotificationOptions
  /// What the device's options can't be.
  package let diagnostics: [Diagnostic]
  /// How far proofs reach.
  package let range: ProofRange

  /// Makes a target of options.
  package init(_ options: NotificationOptions) {
    device = options.corrected
    diagnostics = options.deviceFaults
    range = ProofRange(device.compiler)
  }

  /// The same device with a slot more.
  var roomier: NotificationTarget {
    var roomier = self
    roomier.device.limit += 1
    return roomier
  }
}
