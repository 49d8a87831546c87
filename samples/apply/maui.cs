// Applies a document of `ics2notify --target maui-ios` or `--target maui-android` with
// Plugin.LocalNotification 14 in an app of .NET MAUI. Copy this file and responses.cs into your
// app. In CreateMauiApp of MauiProgram.cs, after UseLocalNotification():
//
//   Reminders.Listen(Preferences.Get, Preferences.Set, url => Launcher.OpenAsync(url));
//
// A press of a button can start the app without its screens, so call it there, before the builder
// builds the app. Without it, reminders don't have buttons. Then request permission
// (`LocalNotificationCenter.Current.RequestNotificationPermission()`), and call
// `await Reminders.Apply(json)` at each start and when a newer document arrives. Get a newer
// document before `renewal` and `renewBy`, in `onResponse`, and when the time zone of the device
// changes. The server compiles with `--responses FILE`, the file being `Reminders.Responses`.
//
// Android: declare RECEIVE_BOOT_COMPLETED, POST_NOTIFICATIONS and one of the two permissions for
// exact alarms in the manifest. Without exact alarms, reminders can be an hour late. Android
// deletes alarms that the library still lists when the user stops the app or forbids exact alarms.
// After that, `force: true` schedules unchanged reminders, too. A request gets its buttons when it
// is scheduled, so do the same once if your app begins to call `Listen`.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using Plugin.LocalNotification;
using Plugin.LocalNotification.Core.Models;
using Plugin.LocalNotification.Core.Models.AndroidOption;
using Plugin.LocalNotification.Core.Models.AppleOption;
using Plugin.LocalNotification.EventArgs;

/// <summary>The reminders of a document.</summary>
public static class Reminders
{
    private static readonly object gate = new object();
    private static Task last = Task.CompletedTask;
    private static Func<string, string, string> load;
    private static Action<string, string> save;
    private static Action<Uri> openUrl;
    private static Func<Task> onResponse;
    private static TimeSpan snoozeAfter;
    private static JsonObject unsaved;
#if ANDROID
    private static string registered;
#endif

    /// <summary>The buttons: the library names them by numbers.</summary>
    private static readonly string[] actions =
    {
        null, ReminderResponses.Snooze, ReminderResponses.Done, ReminderResponses.StopRepeat,
        ReminderResponses.Open, ReminderResponses.Join,
    };

    /// <summary>
    /// The library's names for our categories. It has nine, and Android lets "Alarm" through "Do
    /// Not Disturb". So a reminder that repeats lacks Open and Join.
    /// </summary>
    private static readonly Dictionary<string, NotificationCategoryType> categories =
        new Dictionary<string, NotificationCategoryType>
        {
            { "ics2notify.event", NotificationCategoryType.Event },
            { "ics2notify.event.open", NotificationCategoryType.Service },
            { "ics2notify.event.join", NotificationCategoryType.Status },
            { "ics2notify.event.nag", NotificationCategoryType.Recommendation },
            { "ics2notify.todo", NotificationCategoryType.Reminder },
            { "ics2notify.todo.open", NotificationCategoryType.Progress },
            { "ics2notify.todo.join", NotificationCategoryType.Promo },
            { "ics2notify.todo.nag", NotificationCategoryType.Error },
        };

    /// <summary>The user's responses: a JSON array for `ics2notify --responses`.</summary>
    public static string Responses => load?.Invoke("ics2notify.responses", "[]") ?? "[]";

    /// <summary>The document that was applied last; null for none.</summary>
    public static string Document => load?.Invoke("ics2notify.document", null);

    /// <summary>Answers the buttons.</summary>
    /// <param name="load">Returns a stored text by its key, or a default.</param>
    /// <param name="save">Stores a text.</param>
    /// <param name="openUrl">Opens the link of Open and Join.</param>
    /// <param name="onResponse">Called when a response was stored and applied. Renew here.</param>
    /// <param name="snoozeAfter">The time after which Snooze reminds again; nine minutes.</param>
    public static void Listen(
        Func<string, string, string> load, Action<string, string> save, Action<Uri> openUrl,
        Func<Task> onResponse = null, TimeSpan? snoozeAfter = null)
    {
        Reminders.load = load;
        Reminders.save = save;
        Reminders.openUrl = openUrl;
        Reminders.onResponse = onResponse;
        Reminders.snoozeAfter = snoozeAfter ?? TimeSpan.FromMinutes(9);
#if ANDROID
        registered = null;
#endif
        LocalNotificationCenter.Current.NotificationActionTapped += Answer;
        // Android can start the app to show a reminder, which then needs the buttons.
        if (StoredDocument() is JsonObject document) SetUp(document);
    }

    /// <summary>
    /// Stores a document, schedules its reminders, and cancels those that it lacks.
    /// </summary>
    public static Task Apply(string json, bool force = false)
    {
        var document = (JsonObject)JsonNode.Parse(json);
        if ((int)document["version"] != 1 || !((string)document["target"]).StartsWith("maui-"))
            throw new ArgumentException("This is not a plan for .NET MAUI.");
        return InOrder(async () =>
        {
            unsaved = document;
            save?.Invoke("ics2notify.document", json);
            await Update(document, force).ConfigureAwait(false);
        });
    }

    /// <summary>Handles the library's event, also of notifications that aren't reminders.</summary>
    private static void Answer(NotificationActionEventArgs press)
    {
        var action = actions.ElementAtOrDefault(press.ActionId);
        var entry = Entry(press.Request);
        if (action == null || entry == null) return;
        if (action == ReminderResponses.Open || action == ReminderResponses.Join)
        {
            OpenLink(action, entry);
            return;
        }
        var stored = InOrder(() => Store(action, entry));
        // Not in order, because your function can call `Apply`.
        if (onResponse != null) stored.ContinueWith(_ => onResponse(), TaskScheduler.Default);
        // The system can end the app when the library's handler returns.
        Task.WaitAny(new[] { stored }, TimeSpan.FromSeconds(4));
        if (stored.IsFaulted) Console.Error.WriteLine(stored.Exception);
    }

    private static async Task Store(string action, JsonObject entry)
    {
        var document = StoredDocument();
        var responses = StoredResponses();
        var response = ReminderResponses.Response(
            action, entry, document, responses, DateTimeOffset.Now, snoozeAfter);
        if (response == null) return;
        responses.Add(response);
        var latest = responses.Skip(Math.Max(0, responses.Count - 200))
            .Select(one => one.DeepClone()).ToArray();
        save("ics2notify.responses", new JsonArray(latest).ToJsonString());
        LocalNotificationCenter.Current.Clear((int)entry["notificationId"]);
        if (document == null) return;
        try
        {
            await Update(document, false).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            // The answer is stored, and your next `Apply` tries again.
            Console.Error.WriteLine(error);
        }
    }

    /// <summary>
    /// Opens a link. Android reports the press that started an activity at each start of it, so a
    /// press counts once. That of a repeat is equal at its next alert, so it counts again after 12
    /// hours.
    /// </summary>
    private static void OpenLink(string action, JsonObject entry)
    {
        var data = ReminderResponses.Data(entry);
        var press = $"{action} {data["identifier"]} {data["fireDate"]}";
        var opened = (JsonObject)JsonNode.Parse(load("ics2notify.opened", "{}"));
        var age = DateTimeOffset.Now - ReminderResponses.Date(opened["at"]);
        var isOnce = ReminderResponses.FireDate(data) != null;
        if ((string)opened["press"] == press && (isOnce || age < TimeSpan.FromHours(12))) return;
        opened = new JsonObject { ["press"] = press, ["at"] = DateTimeOffset.Now.ToString("o") };
        save("ics2notify.opened", opened.ToJsonString());
        LocalNotificationCenter.Current.Clear((int)entry["notificationId"]);
        if (Uri.TryCreate((string)data["url"], UriKind.Absolute, out var url)) openUrl?.Invoke(url);
    }

    private static async Task Update(JsonObject document, bool force)
    {
        var center = LocalNotificationCenter.Current;
        var now = DateTimeOffset.Now;
        var responses = StoredResponses();
        var isOnAndroid = (string)document["target"] == "maui-android";
        var entries = ReminderResponses.WithResponses(document, responses, now);
        var wanted = new HashSet<int>(entries.Select(entry => (int)entry["notificationId"]));
        var pending = new Dictionary<int, JsonObject>();
        foreach (var request in await center.GetPendingNotificationList().ConfigureAwait(false))
        {
            // Requests of others stay as they are.
            var data = ReminderResponses.Data(request.ReturningData);
            if (data != null) pending[request.NotificationId] = data;
        }
        // Cancel first: iOS keeps 64 requests, and silently drops others.
        var gone = pending.Where(request =>
        {
            if (wanted.Contains(request.Key)) return false;
            // Android can be an hour late. A reminder that is due, but was not shown yet, stays.
            var lateness = now - ReminderResponses.FireDate(request.Value);
            return !(lateness >= TimeSpan.Zero && lateness < TimeSpan.FromHours(1))
                || ReminderResponses.IsEnded(request.Value, responses);
        }).Select(request => request.Key).ToArray();
        // One call, because the library stores its whole list at each.
        if (gone.Length > 0) center.Cancel(gone);
        var changed = entries.Where(entry =>
        {
            var data = ReminderResponses.Data(entry);
            if (ReminderResponses.FireDate(data) <= now) return false;
            return force || !pending.TryGetValue((int)entry["notificationId"], out var known)
                || (string)known["digest"] != (string)data["digest"];
        }).ToList();
        if (changed.Count > 0) SetUp(document);
        // The most important reminder comes last on iOS, which keeps the last ones, and first on
        // Android, which refuses them. A request replaces one with the same number.
        if (isOnAndroid) changed.Reverse();
        Exception first = null;
        foreach (var entry in changed)
        {
            try
            {
                await center.Show(Request(entry, DateTimeOffset.Now)).ConfigureAwait(false);
            }
            catch (Exception error)
            {
                // The others are still scheduled.
                Console.Error.WriteLine(error);
                first = first ?? error;
            }
        }
        if (isOnAndroid)
        {
            try
            {
                await Forget(center).ConfigureAwait(false);
            }
            catch (Exception error)
            {
                // The list only stays longer.
                Console.Error.WriteLine(error);
            }
        }
        if (first != null) ExceptionDispatchInfo.Capture(first).Throw();
    }

    /// <summary>
    /// Clears the one-shots that are no longer on the screen from the list of shown requests, which
    /// the library keeps for ever. A repeat is in it once, and could ring meanwhile.
    /// </summary>
    private static async Task Forget(INotificationService center)
    {
        // In this order: a one-shot that is shown meanwhile is on the screen.
        var listed = await center.GetDeliveredNotificationList().ConfigureAwait(false);
        var onScreen = await center.GetActiveNotifications().ConfigureAwait(false);
        var old = listed.Where(request =>
                ReminderResponses.Data(request.ReturningData) is JsonObject data
                && ReminderResponses.FireDate(data) is DateTimeOffset shownAt
                // Before Android 6, the library can't tell what is on the screen.
                && DateTimeOffset.Now - shownAt > TimeSpan.FromDays(30))
            .Select(request => request.NotificationId)
            .Except(onScreen.Select(notification => notification.NotificationId)).ToArray();
        if (old.Length > 0) center.Clear(old);
    }

    private static NotificationRequest Request(JsonObject entry, DateTimeOffset now)
    {
        var content = (JsonObject)entry.DeepClone();
        content.Remove("returningData");
        var request = new NotificationRequest
        {
            NotificationId = (int)entry["notificationId"],
            Title = (string)entry["title"],
            Subtitle = (string)entry["subtitle"] ?? "",
            Description = (string)entry["description"],
            Group = (string)entry["group"] ?? "",
            BadgeNumber = (int?)entry["badgeNumber"] ?? 0,
            Silent = (bool?)entry["silent"] ?? false,
            Sound = (string)entry["sound"] ?? "",
            CategoryType = Category(entry),
            Schedule = Schedule((JsonObject)entry["schedule"], now),
            // A snooze needs the content when the document lacks the entry.
            ReturningData = new JsonObject
            {
                ["ics2notify"] = ReminderResponses.Data(entry).DeepClone(), ["content"] = content,
            }.ToJsonString(),
        };
        if (entry["apple"] is JsonObject apple)
        {
            Enum.TryParse((string)apple["priority"], true, out ApplePriority priority);
            request.Apple.Priority = priority;
            request.Apple.RelevanceScore = (double)apple["relevanceScore"];
            request.Apple.CriticalSoundVolume = (float?)(double?)apple["criticalSoundVolume"];
        }
        if (entry["android"] is JsonObject android)
            request.Android.ChannelId = (string)android["channelId"];
        return request;
    }

    private static NotificationRequestSchedule Schedule(JsonObject schedule, DateTimeOffset now)
    {
        Enum.TryParse((string)schedule["repeatType"], out NotificationRepeat repeat);
        var result = new NotificationRequestSchedule { RepeatType = repeat };
        if (schedule["allowedDelay"] is JsonNode delay)
            result.Android.AllowedDelay = TimeSpan.Parse((string)delay);
        if (schedule["notifyRepeatInterval"] is JsonNode interval)
        {
            result.NotifyRepeatInterval = TimeSpan.Parse((string)interval);
            result.NotifyTime = now + result.NotifyRepeatInterval;
            return result;
        }
        var time = ReminderResponses.Date(schedule["notifyTime"]).Value;
        // On iOS, only the local time of a date counts. Copies of an alert are in UTC.
        if (((string)schedule["notifyTime"]).EndsWith("Z"))
            time = TimeZoneInfo.ConvertTime(time, TimeZoneInfo.Local);
        // The first date of a repeat is past if the document is old. Android would show it at once.
        var step = TimeSpan.FromDays(repeat == NotificationRepeat.Weekly ? 7 : 1);
        if (repeat == NotificationRepeat.Daily || repeat == NotificationRepeat.Weekly)
            while (time <= now) time += step;
        result.NotifyTime = time;
        return result;
    }

    /// <summary>Sets the buttons and, on Android, the channels. Users see their names.</summary>
    private static void SetUp(JsonObject document)
    {
        var own = new HashSet<NotificationCategory>();
        var all = document["categories"]?.AsArray() ?? new JsonArray();
#if ANDROID
        // The library keeps those of before, too.
        if (all.ToJsonString() == registered) return;
#endif
        foreach (var category in all)
        {
            var name = (string)category["identifier"];
            if (load == null || !categories.TryGetValue(name, out var type)) continue;
            var list = new HashSet<NotificationAction>();
            foreach (var action in category["actions"].AsArray())
            {
                var isOpening = (bool)action["foreground"];
                var button = new NotificationAction(
                    Array.IndexOf(actions, (string)action["identifier"]))
                {
                    Title = (string)action["title"],
                };
                button.Android.LaunchAppWhenTapped = isOpening;
                if (isOpening) button.Apple.Action = AppleActionType.Foreground;
                list.Add(button);
            }
            own.Add(new NotificationCategory(type) { ActionList = list });
        }
        // On iOS, this replaces all categories: add those of your app.
        LocalNotificationCenter.Current.RegisterCategoryList(own);
#if ANDROID
        var channels = new List<AndroidNotificationChannelRequest>();
        foreach (var level in new[] { "passive", "active", "timeSensitive", "critical" })
        {
            channels.Add(new AndroidNotificationChannelRequest
            {
                Id = "ics2notify." + level,
                Name = level == "passive" ? "Silent reminders" : level == "active" ? "Reminders"
                    : level == "critical" ? "Critical reminders" : "Urgent reminders",
                Importance = level == "passive" ? AndroidImportance.Low
                    : level == "active" ? AndroidImportance.Default : AndroidImportance.High,
                EnableSound = level != "passive",
            });
        }
        LocalNotificationCenter.CreateNotificationChannels(channels);
        registered = all.ToJsonString();
#endif
    }

    private static NotificationCategoryType Category(JsonObject entry)
    {
        var name = (string)entry["categoryIdentifier"];
        if (load == null || name == null) return NotificationCategoryType.None;
        var nag = name.IndexOf(".nag", StringComparison.Ordinal);
        return categories[nag < 0 ? name : name.Substring(0, nag + 4)];
    }

    /// <summary>Returns the entry of a request; null for a request of others.</summary>
    private static JsonObject Entry(NotificationRequest request)
    {
        var data = ReminderResponses.Data(request?.ReturningData);
        if (data == null) return null;
        var entry = (JsonObject)JsonNode.Parse(request.ReturningData)["content"].DeepClone();
        var own = new JsonObject { ["ics2notify"] = data.DeepClone() };
        entry["returningData"] = own.ToJsonString();
        return entry;
    }

    private static JsonObject StoredDocument() =>
        Document is string json ? (JsonObject)JsonNode.Parse(json) : unsaved;

    private static List<JsonObject> StoredResponses() =>
        JsonNode.Parse(Responses).AsArray().Select(node => (JsonObject)node.DeepClone()).ToList();

    /// <summary>Runs a task after those before it, and never on the main thread.</summary>
    private static Task InOrder(Func<Task> work)
    {
        lock (gate)
        {
            last = last.ContinueWith(
                _ =>
                {
                    // On iOS, .NET keeps the time zone in which the app started.
                    TimeZoneInfo.ClearCachedData();
                    return work();
                },
                CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default)
                .Unwrap();
            return last;
        }
    }
}
