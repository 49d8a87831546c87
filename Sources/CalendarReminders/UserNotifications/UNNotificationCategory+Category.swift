#if canImport(UserNotifications) && !os(tvOS)
  public import NotificationTriggers
  public import UserNotifications

  extension UNNotificationCategory {
    /// Makes the system's category of ours.
    ///
    /// An app registers all of a plan once, each time it is started:
    /// `UNUserNotificationCenter.current().setNotificationCategories(Set(plan.categories.map(UNNotificationCategory.init)))`.
    ///
    /// - Parameter category: The category.
    public convenience init(_ category: NotificationCategory) {
      self.init(
        identifier: category.identifier, actions: category.actions.map(UNNotificationAction.init),
        intentIdentifiers: [], options: [])
    }
  }

  extension UNNotificationAction {
    /// Makes the system's button of ours.
    ///
    /// - Parameter action: The button.
    public convenience init(_ action: NotificationAction) {
      self.init(
        identifier: action.identifier, title: action.title,
        options: action.opensApp ? .foreground : [],
        icon: UNNotificationActionIcon(systemImageName: action.systemImageName))
    }
  }
#endif
