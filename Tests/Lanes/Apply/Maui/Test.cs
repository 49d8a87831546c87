// Runs samples/apply/maui.cs with stand-ins: mono test.exe TARGET
// The zone of the device is UTC.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using Plugin.LocalNotification;
using Plugin.LocalNotification.Core.Models;

public static class Test
{
    private static readonly DateTimeOffset now = DateTimeOffset.UtcNow;
    private static readonly Dictionary<string, string> stored = new Dictionary<string, string>();
    private static readonly List<string> opened = new List<string>();
    private static Device device;
    private static bool isOnAndroid;
    private static int responseCount;

    public static int Main(string[] arguments)
    {
        isOnAndroid = arguments[0] == "maui-android";
        WithoutButtons();
        Reminders.Listen(
            (key, none) => stored.TryGetValue(key, out var text) ? text : none,
            (key, text) => stored[key] = text, url => opened.Add(url.ToString()),
            () => Task.FromResult(Interlocked.Increment(ref responseCount)),
            TimeSpan.FromMinutes(20));
        CopiesFollowTheDevice();
        PlanIsApplied();
        RequestsHaveTheirValues();
        ButtonsAndChannelsAreSetUp();
        DoneEndsAnOccurrence();
        StopRepeatEndsOneAlarm();
        SnoozeRemindsAgain();
        CopiesReplaceARepeat();
        LateReminderStays();
        LinksOpenOnce();
        ANewPlanKnowsAnswers();
        OneRefusalIsNotAll();
        DocumentsAreAppliedInOrder();
        ShownRemindersAreForgotten();
        // The function of the app is called for each answer, if late.
        SpinWait.SpinUntil(() => responseCount == device.AnswerCount, 10_000);
        Expect(responseCount, device.AnswerCount);
        Console.WriteLine($"{arguments[0]}: the function of MAUI is right");
        return 0;
    }

    private static void WithoutButtons()
    {
        Install();
        Reminders.Apply(Document(Own(0, 60))).Wait();
        Expect(device.Categories.Count, 0);
        Expect(device.Pending.Values.Single().CategoryType, NotificationCategoryType.None);
    }

    private static void PlanIsApplied()
    {
        Install();
        device.Pending[7] = new NotificationRequest { NotificationId = 7, ReturningData = "mine" };
        var document = Document(Own(2, 180), Own(1, 120), Own(0, 60));
        Reminders.Apply(document).Wait();
        var order = isOnAndroid ? new[] { 1, 2, 3 } : new[] { 3, 2, 1 };
        Expect(Text(device.Calls), Text(order.Select(id => $"show {id}")));
        device.Calls.Clear();
        Reminders.Apply(document).Wait();
        Expect(Text(device.Calls), "");
        Reminders.Apply(document, true).Wait();
        Expect(device.Calls.Count, 3);
        device.Calls.Clear();
        // The first one is gone, and the last one has changed.
        Reminders.Apply(Document(Own(2, 240), Own(1, 120))).Wait();
        Expect(Text(device.Calls), "cancel 1, show 3");
        Expect(device.Pending.ContainsKey(7), true);
        // The last ones of the document have the slots.
        var three = Document(Own(3, 50), Own(2, 240), Own(1, 120));
        Reminders.Apply(three.Replace("\"slots\":9", "\"slots\":1")).Wait();
        Expect(Text(device.Pending.Keys.OrderBy(id => id)), "2, 7");
        try
        {
            Reminders.Apply(document.Replace("maui-", "expo-")).Wait();
            throw new InvalidOperationException("was applied");
        }
        catch (ArgumentException) { }
    }

    private static void RequestsHaveTheirValues()
    {
        Install();
        var daily = Entry("pill", 0, "ics2notify.pill0.T090000", null, null);
        var start = now.ToOffset(TimeSpan.FromHours(2)).AddHours(-30);
        daily["schedule"] = Trigger("Daily", start.ToString("yyyy-MM-dd'T'HH:mm:sszzz"));
        var nag = Entry("tax", null, "ics2notify.tax.PT1800S", null, null, 2);
        nag["schedule"] = Trigger("TimeInterval", null);
        nag["schedule"]["notifyRepeatInterval"] = "00:30:00";
        var text = "2031-01-03T09:00:00+05:30";
        var once = Entry("once", 0, "ics2notify.once0.20310103T033000Z", "1", null, 3);
        once["schedule"] = Trigger("No", text);
        Reminders.Apply(Document(once, nag, daily)).Wait();
        var own = device.Pending[1].Schedule;
        Expect(own.RepeatType, NotificationRepeat.Daily);
        // Android would show a past date at once.
        Expect(own.NotifyTime > now && own.NotifyTime <= now.AddDays(1).AddSeconds(9), true);
        Expect(own.NotifyTime.Value.TimeOfDay.Hours, start.TimeOfDay.Hours);
        Expect(own.NotifyTime.Value.Offset, TimeSpan.FromHours(2));
        var delay = isOnAndroid ? TimeSpan.FromDays(1) : TimeSpan.FromMinutes(1);
        Expect(own.Android.AllowedDelay, delay);
        var interval = device.Pending[2].Schedule;
        Expect(interval.RepeatType, NotificationRepeat.TimeInterval);
        Expect(interval.NotifyRepeatInterval, TimeSpan.FromMinutes(30));
        Expect(Near(interval.NotifyTime, now.AddMinutes(30)), true);
        var time = device.Pending[3].Schedule.NotifyTime.Value;
        Expect(time.ToString("yyyy-MM-dd'T'HH:mm:sszzz"), text);
        var request = device.Pending[1];
        Expect(request.Title, "pill");
        Expect(request.Description, "Body");
        Expect(request.Android.ChannelId, isOnAndroid ? "ics2notify.active" : null);
        Expect(request.Apple.Priority.ToString(), isOnAndroid ? "Active" : "TimeSensitive");
        Expect(request.Apple.CriticalSoundVolume, isOnAndroid ? (float?)null : 1);
    }

    private static void ButtonsAndChannelsAreSetUp()
    {
        Install();
        Reminders.Apply(Document(Own(0, 60))).Wait();
        var actions = device.Categories[NotificationCategoryType.Service].ActionList;
        Expect(Text(actions.Select(action => action.Title)), "snooze, open, done");
        var launching = actions.Select(action => action.Android.LaunchAppWhenTapped);
        Expect(Text(launching), "False, True, False");
        Expect(device.Pending[1].CategoryType, NotificationCategoryType.Service);
#if ANDROID
        Expect(device.Channels.Count, 4);
#endif
        // Android keeps what was registered before. On iOS, the app can have replaced it.
        var count = device.RegistrationCount;
        Reminders.Apply(Document(Own(0, 70))).Wait();
        Expect(device.RegistrationCount, isOnAndroid ? count : count + 1);
        var german = Document(Own(0, 80)).Replace("\"title\":\"done\"", "\"title\":\"Fertig\"");
        Reminders.Apply(german).Wait();
        Expect(device.RegistrationCount, isOnAndroid ? count + 1 : count + 2);
    }

    private static void DoneEndsAnOccurrence()
    {
        Install();
        // Two alerts of one occurrence, one of another one, and another event.
        var other = Entry("other", 0, Once("other", 0, 90), "1", 90, 9);
        Reminders.Apply(Document(other, Own(2, 180, "2"), Own(1, 120), Own(0, 60))).Wait();
        Press(1, 2);
        Expect(Text(device.Pending.Keys.OrderBy(id => id)), "3, 9");
        Expect(Text(device.Cleared), "1");
        var response = (JsonObject)JsonNode.Parse(Reminders.Responses).AsArray().Single();
        Expect((string)response["action"], "ics2notify.done");
        Expect((string)response["uid"], "own");
        Expect((string)response["occurrence"], "1");
        Expect((string)response["identifier"], Once("own", 0, 60));
        Expect((string)response["deliveredAt"], At(60));
        Expect(Near(DateTimeOffset.Parse((string)response["respondedAt"]), now), true);
        Expect((int)response["alarm"], 0);
        // The library can report a press again.
        Press(1, 2);
        Expect(JsonNode.Parse(Reminders.Responses).AsArray().Count(), 1);
        // A tap and a dismissal are not answers.
        Press(1, 2000000);
        Press(1, 1000000);
        Expect(JsonNode.Parse(Reminders.Responses).AsArray().Count(), 1);
    }

    private static void StopRepeatEndsOneAlarm()
    {
        Install();
        var repeat = Entry("own", 0, Once("own", 0, 70), "1", 70, 8);
        Reminders.Apply(Document(Own(1, 120), repeat, Own(0, 60))).Wait();
        Press(1, 3);
        Expect(Text(device.Pending.Keys), "2");
    }

    private static void SnoozeRemindsAgain()
    {
        Install();
        Reminders.Apply(Document(Own(1, 120), Own(0, 60))).Wait();
        Press(1, 1);
        var snooze = device.Pending.Values.Single(request => request.NotificationId > 2);
        Expect(Near(snooze.Schedule.NotifyTime, now.AddMinutes(20)), true);
        Expect(snooze.Title, "own");
        Expect(snooze.CategoryType, NotificationCategoryType.Service);
        Expect(device.Pending.Count, 3);
        // Answers of the snooze are about the original reminder.
        device.Press(snooze, 2);
        Expect(device.Pending.Count, 0);
        var last = (JsonObject)JsonNode.Parse(Reminders.Responses).AsArray().Last();
        Expect((string)last["deliveredAt"], At(60));
    }

    private static void CopiesReplaceARepeat()
    {
        Install();
        var daily = Entry("own", 0, "ics2notify.own0.T090000", null, null);
        daily["schedule"] = Trigger("Daily", At(60).Replace("Z", "+00:00"));
        var alerts = new JsonObject
        {
            ["ics2notify.own0.T090000"] = new JsonArray(
                Alert(-10, "0"), Alert(60, "1"), Alert(1500, "2")),
        };
        Reminders.Apply(Document(new[] { daily, Own(1, 120) }, alerts)).Wait();
        // The alert of ten minutes ago is answered, and the repeat goes on.
        Press(1, 3);
        Expect(Text(device.Pending.Keys.OrderBy(id => id)), "1, 2");
        var response = (JsonObject)JsonNode.Parse(Reminders.Responses).AsArray().Single();
        Expect((string)response["occurrence"], "0");
        Expect((string)response["deliveredAt"], At(-10));
        // Done at the other alarm ends the alert in an hour.
        Press(2, 2);
        Expect(device.Pending.ContainsKey(1), false);
        var copy = device.Pending.Values.Single();
        Expect(Near(copy.Schedule.NotifyTime, now.AddMinutes(1500)), true);
        Expect(copy.Schedule.RepeatType, NotificationRepeat.No);
    }

    private static void LateReminderStays()
    {
        Install();
        Reminders.Apply(Document(Own(0, 60))).Wait();
        // Another reminder was due ten minutes ago, and the system has not shown it yet.
        var late = Entry("late", 0, Once("late", 0, -10), "1", -10, 5);
        device.Pending[5] = new NotificationRequest
        {
            NotificationId = 5, ReturningData = (string)late["returningData"],
        };
        Reminders.Apply(Document(Own(0, 60))).Wait();
        Expect(Text(device.Pending.Keys.OrderBy(id => id)), "1, 5");
    }

    private static void LinksOpenOnce()
    {
        Install();
        Reminders.Apply(Document(Own(0, 60))).Wait();
        Press(1, 4);
        // Android starts the activity again with the same intent.
        Press(1, 4);
        Expect(Text(opened), "https://example.org/own");
        Expect(Reminders.Responses, "[]");
    }

    private static void ANewPlanKnowsAnswers()
    {
        Install();
        Reminders.Apply(Document(Own(1, 120), Own(0, 60))).Wait();
        Press(1, 2);
        Expect(device.Pending.Count, 0);
        // The server decided that the second alert rings.
        Reminders.Apply(Document(new[] { Own(1, 120) }, null, At(5))).Wait();
        Expect(Text(device.Pending.Keys), "2");
        // The clock was set back: the next answer is still newer than the plan.
        Press(2, 2);
        Expect(device.Pending.Count, 0);
    }

    private static void OneRefusalIsNotAll()
    {
        Install();
        device.RefusedId = 2;
        try
        {
            Reminders.Apply(Document(Own(2, 180, "2"), Own(1, 120), Own(0, 60))).Wait();
            throw new FormatException("nothing was refused");
        }
        catch (AggregateException error)
        {
            Expect(error.InnerException.Message, "refused");
        }
        Expect(Text(device.Pending.Keys.OrderBy(id => id)), "1, 3");
        // An answer counts, although its changes are refused.
        Press(1, 1);
        device.RefusedId = 0;
        Expect(JsonNode.Parse(Reminders.Responses).AsArray().Count(), 1);
    }

    private static void DocumentsAreAppliedInOrder()
    {
        Install();
        var all = Enumerable.Range(1, 40).Select(minute => Document(Own(0, 60 + minute))).ToList();
        Task.WhenAll(all.Select(document => Reminders.Apply(document))).Wait();
        Expect(Reminders.Document, all.Last());
        Expect(Near(device.Pending[1].Schedule.NotifyTime, now.AddMinutes(100)), true);
    }

    private static void ShownRemindersAreForgotten()
    {
        Install();
        Func<int, string, NotificationRequest> shown = (id, data) =>
            new NotificationRequest { NotificationId = id, ReturningData = data };
        var own = (string)Own(0, -31 * 1_440)["returningData"];
        var daily = Entry("own", 0, "ics2notify.own0.T090000", null, null);
        var repeat = (string)daily["returningData"];
        device.Delivered = new List<NotificationRequest>
        {
            shown(4, repeat), shown(5, own), shown(6, own), shown(7, "mine"),
            shown(8, (string)Own(0, -60)["returningData"]),
        };
        device.OnScreen.Add(6);
        Reminders.Apply(Document(Own(0, 60))).Wait();
        Expect(Text(device.Cleared), isOnAndroid ? "5" : "");
        device.LacksScreen = true;
        Reminders.Apply(Document(Own(0, 70))).Wait();
        device.LacksScreen = false;
        Expect(device.Pending.ContainsKey(1), true);
    }

    /// <summary>A repeat on iOS rings at the device's local time, so its copies do, too.</summary>
    private static void CopiesFollowTheDevice()
    {
        Install();
        var daily = Entry("own", 0, "ics2notify.own0.T090000", null, null);
        daily["schedule"] = Trigger("Daily", At(600).Replace("Z", "+00:00"));
        var local = "20300101T090000";
        var alerts = new JsonObject
        {
            ["ics2notify.own0.T090000"] = new JsonArray(
                Alert(600, local), Alert(2040, local.Replace("0101", "0102"))),
        };
        var next = Entry("own", 1, Once("own", 1, 300), local, 300, 2);
        var document = Document(new[] { daily, next }, alerts);
        Reminders.Apply(document).Wait();
        // The device travels while the app runs.
        var home = Environment.GetEnvironmentVariable("TZ");
        Environment.SetEnvironmentVariable("TZ", "Asia/Kolkata");
        Press(2, 2);
        Environment.SetEnvironmentVariable("TZ", home);
        TimeZoneInfo.ClearCachedData();
        var copy = device.Pending.Values.Single();
        // The zone of the plan is UTC.
        var offset = isOnAndroid ? TimeSpan.Zero : TimeSpan.FromHours(5.5);
        Expect(Near(copy.Schedule.NotifyTime, now.AddMinutes(2040) - offset), true);
    }

    private static void Install()
    {
        stored.Clear();
        if (device != null)
        {
            device.Delivered.Clear();
            device.OnScreen.Clear();
        }
        if (device == null) LocalNotificationCenter.Current = device = new Device();
        device.Pending.Clear();
        device.Calls.Clear();
        device.Cleared.Clear();
    }

    private static readonly Dictionary<int, NotificationRequest> known =
        new Dictionary<int, NotificationRequest>();

    private static void Press(int id, int action)
    {
        if (device.Pending.TryGetValue(id, out var request)) known[id] = request;
        device.Press(known[id], action);
    }

    private static string At(int minutes) =>
        now.AddMinutes(minutes).UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'");

    private static string Once(string uid, int alarm, int minutes) =>
        $"ics2notify.{uid}{alarm}.{At(minutes).Replace("-", "").Replace(":", "")}";

    private static bool Near(DateTimeOffset? date, DateTimeOffset wanted) =>
        Math.Abs((date.Value - wanted).TotalSeconds) < 60;

    private static JsonObject Alert(int minutes, string occurrence) =>
        new JsonObject { ["at"] = At(minutes), ["occurrence"] = occurrence };

    /// <summary>An alert of the event "own" with the number `alarm` + 1.</summary>
    private static JsonObject Own(int alarm, int minutes, string occurrence = "1") =>
        Entry("own", alarm, Once("own", alarm, minutes), occurrence, minutes, alarm + 1);

    private static JsonObject Trigger(string repeat, string time)
    {
        var result = new JsonObject { ["repeatType"] = repeat };
        if (time != null) result["notifyTime"] = time;
        if (isOnAndroid) result["allowedDelay"] = "1.00:00:00";
        return result;
    }

    private static JsonObject Entry(
        string uid, int? alarm, string identifier, string occurrence, int? minutes, int id = 1)
    {
        var data = new JsonObject
        {
            ["identifier"] = identifier, ["uid"] = uid, ["digest"] = $"{identifier} {minutes}",
            ["url"] = $"https://example.org/{uid}",
        };
        if (alarm != null) data["alarm"] = alarm.Value;
        if (occurrence != null) data["occurrence"] = occurrence;
        var entry = new JsonObject
        {
            ["notificationId"] = id, ["title"] = uid, ["description"] = "Body",
            ["categoryIdentifier"] = "ics2notify.event.open",
            ["returningData"] = new JsonObject { ["ics2notify"] = data }.ToJsonString(),
            ["schedule"] = Trigger(
                "No", minutes == null ? null : At(minutes.Value).Replace("Z", "+00:00")),
        };
        if (isOnAndroid) entry["android"] = new JsonObject { ["channelId"] = "ics2notify.active" };
        else
            entry["apple"] = new JsonObject
            {
                ["priority"] = "timeSensitive", ["relevanceScore"] = 0.5,
                ["criticalSoundVolume"] = 1,
            };
        return entry;
    }

    private static string Document(params JsonObject[] entries) => Document(entries, null);

    private static string Document(
        JsonObject[] entries, JsonObject alerts, string respondedUntil = null)
    {
        var buttons = new[] { "snooze", "open", "done" }.Select(name => (JsonNode)new JsonObject
        {
            ["identifier"] = $"ics2notify.{name}", ["title"] = name,
            ["foreground"] = name == "open",
        });
        var category = new JsonObject
        {
            ["identifier"] = "ics2notify.event.open",
            ["actions"] = new JsonArray(buttons.ToArray()),
        };
        var document = new JsonObject
        {
            ["version"] = 1, ["target"] = isOnAndroid ? "maui-android" : "maui-ios",
            ["slots"] = 9, ["timeZone"] = "UTC", ["renewal"] = At(10_080),
            ["entries"] = new JsonArray(entries.Cast<JsonNode>().ToArray()),
            ["categories"] = new JsonArray(category), ["alerts"] = alerts ?? new JsonObject(),
        };
        if (respondedUntil != null) document["respondedUntil"] = respondedUntil;
        return document.ToJsonString();
    }

    private static string Text<T>(IEnumerable<T> values) => string.Join(", ", values);

    private static void Expect<T>(T found, T wanted)
    {
        if (EqualityComparer<T>.Default.Equals(found, wanted)) return;
        throw new InvalidOperationException($"{found} instead of {wanted}");
    }
}
