// A replacement of Plugin.LocalNotification 14.1: the members that maui.cs uses, and a device.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Plugin.LocalNotification.Core.Models;
using Plugin.LocalNotification.Core.Models.AndroidOption;
using Plugin.LocalNotification.Core.Models.AppleOption;
using Plugin.LocalNotification.EventArgs;

namespace Plugin.LocalNotification.Core.Models
{
    public enum NotificationRepeat { No, Daily, Weekly, TimeInterval, Monthly }

    public enum NotificationCategoryType
    {
        None, Status, Alarm, Reminder, Event, Error, Progress, Promo, Recommendation, Service,
    }

    public class NotificationRequestSchedule
    {
        public AndroidScheduleOptions Android { get; set; } = new AndroidScheduleOptions();
        public TimeSpan? NotifyRepeatInterval { get; set; }
        public DateTimeOffset? NotifyTime { get; set; }
        public NotificationRepeat RepeatType { get; set; } = NotificationRepeat.No;
    }

    public class NotificationRequest
    {
        public int BadgeNumber { get; set; }
        public NotificationCategoryType CategoryType { get; set; }
        public string Description { get; set; } = "";
        public string Group { get; set; } = "";
        public AndroidOptions Android { get; set; } = new AndroidOptions();
        public AppleOptions Apple { get; set; } = new AppleOptions();
        public int NotificationId { get; set; }
        public string ReturningData { get; set; } = "";
        public NotificationRequestSchedule Schedule { get; set; } =
            new NotificationRequestSchedule();
        public bool Silent { get; set; }
        public string Sound { get; set; } = "";
        public string Subtitle { get; set; } = "";
        public string Title { get; set; } = "";
    }

    public class ActiveNotification
    {
        public int NotificationId { get; set; }
    }

    public class NotificationAction : IEquatable<NotificationAction>
    {
        public NotificationAction(int actionId)
        {
            ActionId = actionId;
        }

        public int ActionId { get; }
        public AppleAction Apple { get; set; } = new AppleAction();
        public AndroidAction Android { get; set; } = new AndroidAction();
        public string Title { get; set; } = "";

        public bool Equals(NotificationAction other) => other?.ActionId == ActionId;

        public override int GetHashCode() => ActionId;
    }

    public class NotificationCategory : IEquatable<NotificationCategory>
    {
        public NotificationCategory(NotificationCategoryType categoryType)
        {
            CategoryType = categoryType;
        }

        public HashSet<NotificationAction> ActionList { get; set; }
        public NotificationCategoryType CategoryType { get; }

        public bool Equals(NotificationCategory other) => other?.CategoryType == CategoryType;

        public override int GetHashCode() => (int)CategoryType;
    }
}

namespace Plugin.LocalNotification.Core.Models.AndroidOption
{
    public enum AndroidImportance { Low = 2, Default = 3, High = 4 }

    public class AndroidScheduleOptions
    {
        public TimeSpan AllowedDelay { get; set; } = TimeSpan.FromMinutes(1);
    }

    public class AndroidOptions
    {
        public string ChannelId { get; set; }
    }

    public class AndroidAction
    {
        public bool LaunchAppWhenTapped { get; set; }
    }

    public class AndroidNotificationChannelRequest
    {
        public AndroidImportance Importance { get; set; }
        public string Id { get; set; }
        public string Name { get; set; }
        public bool EnableSound { get; set; } = true;
    }
}

namespace Plugin.LocalNotification.Core.Models.AppleOption
{
    public enum ApplePriority { Passive, Active, TimeSensitive, Critical }

    public enum AppleActionType { None, Destructive, AuthenticationRequired, Foreground }

    public class AppleOptions
    {
        public ApplePriority Priority { get; set; } = ApplePriority.Active;
        public double RelevanceScore { get; set; }
        public float? CriticalSoundVolume { get; set; }
    }

    public class AppleAction
    {
        public AppleActionType Action { get; set; }
    }
}

namespace Plugin.LocalNotification.EventArgs
{
    public delegate void NotificationActionTappedEventHandler(NotificationActionEventArgs press);

    public class NotificationActionEventArgs
    {
        public NotificationRequest Request { get; set; }
        public int ActionId { get; set; }
    }
}

namespace Plugin.LocalNotification
{
    public interface INotificationService
    {
        event NotificationActionTappedEventHandler NotificationActionTapped;
        bool Cancel(params int[] ids);
        bool Clear(params int[] ids);
        Task<IList<NotificationRequest>> GetPendingNotificationList();
        Task<IList<NotificationRequest>> GetDeliveredNotificationList();
        Task<IList<ActiveNotification>> GetActiveNotifications();
        void RegisterCategoryList(HashSet<NotificationCategory> categories);
        Task<bool> Show(NotificationRequest request);
    }

    public static class LocalNotificationCenter
    {
        public static INotificationService Current = new Device();

        public static void CreateNotificationChannels(
            IList<AndroidNotificationChannelRequest> channels)
        {
            ((Device)Current).Channels = channels.Select(channel => channel.Id).ToList();
        }
    }

    /// <summary>Keeps what the library lists, and records the calls.</summary>
    public class Device : INotificationService
    {
        public readonly Dictionary<int, NotificationRequest> Pending =
            new Dictionary<int, NotificationRequest>();
        public readonly List<string> Calls = new List<string>();
        public readonly List<int> Cleared = new List<int>();
        public List<NotificationRequest> Delivered = new List<NotificationRequest>();
        public readonly List<int> OnScreen = new List<int>();
        public bool LacksScreen;
        public int RefusedId;
        public int AnswerCount;
        public int RegistrationCount;
        public List<string> Channels = new List<string>();
        public Dictionary<NotificationCategoryType, NotificationCategory> Categories =
            new Dictionary<NotificationCategoryType, NotificationCategory>();

        public event NotificationActionTappedEventHandler NotificationActionTapped;

        public bool Cancel(params int[] ids)
        {
            foreach (var id in ids)
            {
                Calls.Add($"cancel {id}");
                Pending.Remove(id);
            }
            return true;
        }

        public bool Clear(params int[] ids)
        {
            Cleared.AddRange(ids);
            Delivered.RemoveAll(request => ids.Contains(request.NotificationId));
            return true;
        }

        public async Task<IList<NotificationRequest>> GetPendingNotificationList()
        {
            await Task.Yield();
            return Pending.Values.ToList();
        }

        public async Task<IList<NotificationRequest>> GetDeliveredNotificationList()
        {
            await Task.Yield();
            return Delivered.ToList();
        }

        public async Task<IList<ActiveNotification>> GetActiveNotifications()
        {
            await Task.Yield();
            if (LacksScreen) throw new InvalidOperationException("no screen");
            return OnScreen.Select(id => new ActiveNotification { NotificationId = id }).ToList();
        }

        public void RegisterCategoryList(HashSet<NotificationCategory> categories)
        {
            RegistrationCount += 1;
            Categories = categories.ToDictionary(category => category.CategoryType);
        }

        public async Task<bool> Show(NotificationRequest request)
        {
            await Task.Yield();
            // The library would show it at once, or drop it.
            if (request.Schedule.NotifyTime <= DateTimeOffset.Now)
                throw new InvalidOperationException("past");
            // Android limits the alarms of an app.
            if (request.NotificationId == RefusedId) throw new InvalidOperationException("refused");
            Calls.Add($"show {request.NotificationId}");
            Pending[request.NotificationId] = request;
            return true;
        }

        public void Press(NotificationRequest request, int action)
        {
            // Snooze, Done and Stop Repeating.
            if (action < 4) AnswerCount += 1;
            NotificationActionTapped?.Invoke(
                new NotificationActionEventArgs { Request = request, ActionId = action });
        }
    }
}
