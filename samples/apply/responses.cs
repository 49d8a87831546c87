// The user's responses to reminders, and how they change a document of `ics2notify`. Copy this file
// and maui.cs into your app.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

/// <summary>The rules of the answers: Done, Snooze and Stop Repeating.</summary>
public static class ReminderResponses
{
    public const string Snooze = "ics2notify.snooze";
    public const string Done = "ics2notify.done";
    public const string StopRepeat = "ics2notify.stopRepeat";
    public const string Open = "ics2notify.open";
    public const string Join = "ics2notify.join";

    /// <summary>
    /// Returns the entries that should be pending, the most important one last: those of the
    /// document, changed by the responses that its plan doesn't know.
    /// </summary>
    public static List<JsonObject> WithResponses(
        JsonObject document, List<JsonObject> responses, DateTimeOffset now)
    {
        var unknown = Unknown(document, responses);
        var copies = new List<JsonObject>();
        var entries = new List<JsonObject>();
        foreach (var entry in document["entries"].AsArray().Select(node => (JsonObject)node))
        {
            var data = Data(entry);
            if (Date(data["endDate"]) <= now) continue;
            if (unknown.Any(response => Silences(response, data, data["occurrence"]))) continue;
            var coming = Alerts(document, entry).Where(alert => Date(alert["at"]) > now).ToList();
            var others = coming.Where(alert =>
                !unknown.Any(response => Silences(response, data, alert["occurrence"]))).ToList();
            // A repeat can't leave out a date. Until the silenced alerts are past, copies that ring
            // once replace it.
            if (others.Count == coming.Count) entries.Add(entry);
            else
                copies.AddRange(others.Select(alert =>
                    Once(entry, (string)alert["at"], null, alert["occurrence"], "")));
        }
        Func<JsonObject, DateTimeOffset> date = entry => FireDate(Data(entry)).Value;
        copies.Sort((one, other) => date(other).CompareTo(date(one)));
        var snoozes = LastSnoozes(unknown).Select(snooze => Once(
            (JsonObject)snooze["entry"], (string)snooze["until"], snooze["deliveredAt"],
            snooze["occurrence"], "snooze."));
        var all = copies.Concat(entries).Concat(snoozes).ToList();
        // A past entry doesn't need a slot. On Android, it can still be pending: it is late.
        Func<JsonObject, bool> isPast = entry => FireDate(Data(entry)) <= now;
        var excess = all.Count(entry => !isPast(entry)) - (int)document["slots"];
        return all.Where(entry => isPast(entry) || excess-- <= 0).ToList();
    }

    /// <summary>
    /// Returns what the app stores for a press, in the form of `ics2notify --responses`; null if it
    /// was stored before.
    /// </summary>
    /// <remarks>
    /// If the clock was set back, the response is still later than the last one and those that the
    /// plan considers.
    /// </remarks>
    public static JsonObject Response(
        string action, JsonObject entry, JsonObject document, List<JsonObject> responses,
        DateTimeOffset now, TimeSpan snoozeAfter)
    {
        var data = Data(entry);
        var alert = document == null ? null : LastAlert(document, entry, now);
        var due = FireDate(data);
        var deliveredAt = (string)data["deliveredAt"]
            ?? (due != null ? Text(due.Value) : (string)alert?["at"] ?? Text(now));
        var press = $"{action} {data["identifier"]} {(string)data["fireDate"] ?? deliveredAt}";
        if (responses.Any(response => (string)response["press"] == press)) return null;
        var respondedAt = now;
        var last = responses.LastOrDefault()?["respondedAt"];
        foreach (var date in new[] { last, document?["respondedUntil"] }.Select(Date))
            if (date?.AddSeconds(1) > respondedAt) respondedAt = date.Value.AddSeconds(1);
        var stored = new JsonObject
        {
            ["action"] = action, ["deliveredAt"] = deliveredAt, ["respondedAt"] = Text(respondedAt),
            ["press"] = press,
        };
        foreach (var key in new[] { "identifier", "uid", "alarm" })
            if (data[key] != null) stored[key] = data[key].DeepClone();
        var occurrence = data["occurrence"] ?? alert?["occurrence"];
        if (occurrence != null) stored["occurrence"] = occurrence.DeepClone();
        if (action == Snooze)
        {
            stored["until"] = Text(now + snoozeAfter);
            stored["entry"] = entry.DeepClone();
        }
        return stored;
    }

    /// <summary>Returns the responses that the document doesn't consider.</summary>
    public static List<JsonObject> Unknown(JsonObject document, List<JsonObject> responses)
    {
        var since = Date(document["respondedUntil"]);
        return responses.Where(response => !(Date(response["respondedAt"]) <= since)).ToList();
    }

    /// <summary>
    /// Returns whether an answer ended a request that rings once, also if the plan knows it.
    /// </summary>
    public static bool IsEnded(JsonObject data, List<JsonObject> responses)
    {
        // Only answers after a snooze end it.
        var snoozed = responses.FindLastIndex(response =>
            response["until"] != null && Date(response["until"]) == FireDate(data));
        return responses.Skip(snoozed + 1)
            .Any(response => Silences(response, data, data["occurrence"]));
    }

    /// <summary>
    /// Done silences all alerts of an occurrence, Stop Repeating those of one alarm.
    /// </summary>
    public static bool Silences(JsonObject response, JsonObject data, JsonNode occurrence)
    {
        var action = (string)response["action"];
        return occurrence != null && Same(occurrence, response["occurrence"])
            && Same(data["uid"], response["uid"])
            && (action == Done || (action == StopRepeat && Same(data["alarm"], response["alarm"])));
    }

    /// <summary>What ics2notify stores with a request; null for requests of others.</summary>
    public static JsonObject Data(string returningData) =>
        returningData != null && returningData.Contains("\"ics2notify\":{")
            ? (JsonObject)JsonNode.Parse(returningData)["ics2notify"] : null;

    public static JsonObject Data(JsonObject entry) => Data((string)entry["returningData"]);

    /// <summary>
    /// The date of a request that fires once; null for a repeat. It can be in the identifier:
    /// ics2notify.….20280131T180000Z
    /// </summary>
    public static DateTimeOffset? FireDate(JsonObject data)
    {
        if (data["fireDate"] != null) return Date(data["fireDate"]);
        var parts = Regex.Match(
            (string)data["identifier"], @"\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z").Groups
            .Cast<Group>().Skip(1).Select(group => group.Value).ToList();
        if (parts.Count < 6 || parts[0] == "") return null;
        var numbers = parts.Select(int.Parse).ToList();
        return new DateTimeOffset(
            numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], TimeSpan.Zero);
    }

    /// <summary>
    /// The number of a request: the first 32 bits of the identifier's SHA-256, without the highest.
    /// </summary>
    public static int Number(string identifier)
    {
        using (var sha = SHA256.Create())
        {
            var digest = sha.ComputeHash(Encoding.UTF8.GetBytes(identifier));
            return (digest[0] & 0x7f) << 24 | digest[1] << 16 | digest[2] << 8 | digest[3];
        }
    }

    public static DateTimeOffset? Date(JsonNode text) =>
        text == null ? (DateTimeOffset?)null : DateTimeOffset.Parse(
            (string)text, System.Globalization.CultureInfo.InvariantCulture);

    private static string Text(DateTimeOffset date) => date.UtcDateTime.ToString(
        "yyyy-MM-dd'T'HH:mm:ss'Z'", System.Globalization.CultureInfo.InvariantCulture);

    private static bool Same(JsonNode one, JsonNode other) =>
        one?.ToJsonString() == other?.ToJsonString();

    /// <summary>Makes a copy of an entry that rings once, at an instant.</summary>
    private static JsonObject Once(
        JsonObject entry, string at, JsonNode deliveredAt, JsonNode occurrence, string infix)
    {
        var data = (JsonObject)Data(entry).DeepClone();
        var identifier = $"{data["identifier"]}.{infix}{at.Replace("-", "").Replace(":", "")}";
        data.Remove("endDate");
        data["fireDate"] = at;
        if (deliveredAt != null) data["deliveredAt"] = deliveredAt.DeepClone();
        if (occurrence != null) data["occurrence"] = occurrence.DeepClone();
        var copy = (JsonObject)entry.DeepClone();
        copy["notificationId"] = Number(identifier);
        copy["returningData"] = new JsonObject { ["ics2notify"] = data }.ToJsonString();
        var schedule = new JsonObject { ["repeatType"] = "No", ["notifyTime"] = at };
        var delay = entry["schedule"]["allowedDelay"];
        if (delay != null) schedule["allowedDelay"] = delay.DeepClone();
        copy["schedule"] = schedule;
        return copy;
    }

    /// <summary>
    /// Returns the last snooze of each occurrence, unless a later answer ended it.
    /// </summary>
    private static IEnumerable<JsonObject> LastSnoozes(List<JsonObject> responses)
    {
        var snoozes = new List<KeyValuePair<string, JsonObject>>();
        foreach (var response in responses)
        {
            var action = (string)response["action"];
            var rest = response["occurrence"]
                ?? JsonValue.Create($"{response["identifier"]} {response["deliveredAt"]}");
            var key = $"{response["uid"]} {rest.ToJsonString()}";
            snoozes.RemoveAll(snooze => snooze.Key == key
                && (action != StopRepeat || Same(snooze.Value["alarm"], response["alarm"])));
            if (action == Snooze) snoozes.Add(new KeyValuePair<string, JsonObject>(key, response));
        }
        return snoozes.Select(snooze => snooze.Value);
    }

    /// <summary>
    /// Returns the last alert of a repeating entry before now; null if the list has ended.
    /// </summary>
    private static JsonObject LastAlert(JsonObject document, JsonObject entry, DateTimeOffset now)
    {
        var alerts = Alerts(document, entry);
        var renewal = Date(document["renewal"]);
        // The compiler lists at most 200 alerts.
        var end = alerts.Count < 200 && renewal != null
            ? Moved(renewal.Value, document, entry, alerts) : Date(alerts.LastOrDefault()?["at"]);
        return now < end ? alerts.LastOrDefault(alert => Date(alert["at"]) <= now) : null;
    }

    /// <summary>Returns the alerts of a repeating entry, in the zone of the device.</summary>
    private static List<JsonObject> Alerts(JsonObject document, JsonObject entry)
    {
        var list = document["alerts"]?[(string)Data(entry)["identifier"]];
        if (list == null) return new List<JsonObject>();
        var alerts = list.AsArray().Select(node => (JsonObject)node.DeepClone()).ToList();
        return alerts.Select(alert => new JsonObject
        {
            ["at"] = Text(Moved(Date(alert["at"]).Value, document, entry, alerts)),
            ["occurrence"] = alert["occurrence"].DeepClone(),
        }).ToList();
    }

    /// <summary>
    /// Moves an instant of the document's zone to the same local time of the device, if the alerts
    /// are local and follow the device, as repeats on iOS do.
    /// </summary>
    private static DateTimeOffset Moved(
        DateTimeOffset at, JsonObject document, JsonObject entry, List<JsonObject> alerts)
    {
        var zone = (string)document["timeZone"];
        var isLocal = alerts.Count > 0 && !((string)alerts[0]["occurrence"]).EndsWith("Z");
        if (!isLocal || entry["apple"] == null || zone == null) return at;
        var home = TimeZoneInfo.FindSystemTimeZoneById(zone);
        var local = TimeZoneInfo.ConvertTime(at, home).DateTime;
        return new DateTimeOffset(local, TimeZoneInfo.Local.GetUtcOffset(local));
    }
}
