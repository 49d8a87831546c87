// Runs samples/apply/Android.kt with stand-ins and a simulated clock.
package com.example.app

import android.app.Notification
import android.content.Context
import java.time.Instant
import org.json.JSONArray
import org.json.JSONObject

/** Hides java.lang.System in this package, so that the clock is simulated. */
object System {
    var now = 0L

    fun currentTimeMillis() = now
}

private fun at(text: String) = Instant.parse("2028-01-03T${text}Z").toEpochMilli()

private fun entry(number: Int, time: String, uid: String, alarm: Int, occurrence: String) =
    JSONObject()
        .put("id", number).put("at", at(time)).put("title", "$uid $alarm").put("body", "")
        .put("channelId", "ics2notify.active").put("categoryIdentifier", "ics2notify.event.join")
        .put(
            "data",
            JSONObject().put(
                "ics2notify",
                JSONObject()
                    .put("identifier", "ics2notify.$uid.$alarm.$number").put("digest", "$number")
                    .put("uid", uid).put("alarm", alarm).put("occurrence", occurrence)
                    .put("url", "https://example.org/$uid")
            )
        )

private fun button(name: String) =
    JSONObject().put("identifier", "ics2notify.$name").put("title", name)

/** An event with three alerts, of which the last two belong to one alarm, and another event. */
private fun document(now: String, respondedUntil: String? = null): JSONObject {
    val entries = listOf(
        entry(5, "12:00:00", "other", 0, "2"), entry(4, "10:00:00", "other", 0, "1"),
        entry(3, "09:10:00", "own", 1, "1"), entry(2, "09:05:00", "own", 1, "1"),
        entry(1, "09:00:00", "own", 0, "1")
    ).filter { it.getLong("at") > at(now) }
    val actions = listOf("join", "snooze", "done", "stopRepeat").map { button(it) }
    val category = JSONObject().put("identifier", "ics2notify.event.join")
        .put("actions", JSONArray(actions))
    return JSONObject().put("slots", 4).put("entries", JSONArray(entries))
        .put("categories", JSONArray(listOf(category)))
        .put("respondedUntil", respondedUntil?.let { Instant.ofEpochMilli(at(it)).toString() })
}

private class Device {
    val context = Context()

    /** Delivers the alarms up to a time. */
    fun run(until: String) {
        while (true) {
            val (key, alarm) = context.alarms.set.entries.filter { it.value.first <= at(until) }
                .minBy { it.value.first } ?: break
            System.now = maxOf(System.now, alarm.first)
            context.alarms.set.remove(key)
            alarm.second.send(context)
        }
        System.now = at(until)
    }

    /** The next alarms as "time title". Entries without an alarm or the reverse are an error. */
    val pending
        get() = context.alarms.set.values.map { (time, intent) ->
            val table = JSONObject(context.files["ics2notify"]!!.getString("entries", null)!!)
            val entry = table.getJSONObject(intent.intent.getIntExtra("id", 0).toString())
            "${Instant.ofEpochMilli(time).toString().substring(11, 16)} ${entry.getString("title")}"
        }.sorted()

    val shown get() = context.notifications.shown.values.map { it.title }

    fun press(title: String, button: String) {
        val shown: Notification = context.notifications.shown.values.last { it.title == title }
        shown.actions.single { it.title == button }.intent.send(context)
    }

    val responses get() = Reminders.responses(context)
}

private var checks = 0

private fun <T> expect(found: T, expected: T, name: String) {
    check(found == expected) { "$name: $found instead of $expected" }
    checks += 1
}

private fun device(): Device {
    System.now = at("08:00:00")
    val device = Device()
    Reminders.apply(device.context, document("08:00:00"))
    expect(device.pending, listOf("09:00 own 0", "09:05 own 1", "09:10 own 1", "10:00 other 0"), "slots")
    return device
}

private fun snooze() {
    val device = device()
    var told = 0
    Reminders.onResponse = { told += 1 }
    device.run("09:00:30")
    expect(device.shown, listOf("own 0"), "shown")
    device.press("own 0", "snooze")
    expect(device.shown, listOf(), "a press removes the notification")
    expect(told, 1, "the app is told")
    // The snooze counts in the limit, and the least important entry is left out.
    expect(device.pending, listOf("09:05 own 1", "09:09 own 0", "09:10 own 1", "10:00 other 0"), "snooze")
    val response = device.responses.getJSONObject(0)
    expect(response.getString("deliveredAt"), "2028-01-03T09:00:00Z", "deliveredAt")
    expect(response.getString("respondedAt"), "2028-01-03T09:00:30Z", "respondedAt")
    expect(response.getString("until"), "2028-01-03T09:09:30Z", "until")
    expect(response.getString("identifier"), "ics2notify.own.0.1", "identifier")
    // A later document lacks the entry, but keeps the snooze.
    System.now = at("09:01:00")
    Reminders.apply(device.context, document("09:01:00"))
    Reminders.apply(device.context, document("09:01:00"))
    expect(device.pending, listOf("09:05 own 1", "09:09 own 0", "09:10 own 1", "10:00 other 0"), "renewal")
    // A later snooze of another alarm of this occurrence replaces it.
    device.run("09:06:00")
    device.press("own 1", "snooze")
    expect(device.pending, listOf("09:10 own 1", "09:15 own 1", "10:00 other 0", "12:00 other 0"), "again")
    // The buttons of the snoozed one answer the original reminder.
    device.run("09:15:30")
    expect(device.shown, listOf("own 1", "own 1"), "snoozed")
    device.press("own 1", "done")
    expect(device.responses.getJSONObject(2).getString("deliveredAt"), "2028-01-03T09:05:00Z", "original")
    expect(device.pending, listOf("10:00 other 0", "12:00 other 0"), "done")
    Reminders.onResponse = null
}

private fun done() {
    val device = device()
    device.run("09:00:30")
    device.press("own 0", "snooze")
    device.run("09:05:10")
    device.press("own 1", "done")
    expect(device.pending, listOf("10:00 other 0", "12:00 other 0"), "done silences the occurrence")
    // A document that considers the responses is as it is.
    Reminders.apply(device.context, document("09:05:10", respondedUntil = "09:05:10"))
    expect(device.pending, listOf("09:10 own 1", "10:00 other 0", "12:00 other 0"), "considered")
}

private fun stopRepeat() {
    val device = device()
    device.run("09:05:10")
    device.press("own 1", "stopRepeat")
    expect(device.pending, listOf("10:00 other 0", "12:00 other 0"), "repeats")
    val other = device()
    other.run("09:00:10")
    other.press("own 0", "stopRepeat")
    expect(other.pending, listOf("09:05 own 1", "09:10 own 1", "10:00 other 0", "12:00 other 0"), "another alarm")
}

private fun restart() {
    val device = device()
    device.run("09:00:30")
    device.press("own 0", "snooze")
    device.context.alarms.set.clear()
    System.now = at("09:30:00")
    RestoreReceiver().onReceive(device.context, android.content.Intent("BOOT_COMPLETED", null))
    device.run("09:30:01")
    expect(device.shown.sorted(), listOf("own 0", "own 1", "own 1"), "missed ones ring after a restart")
    expect(device.pending, listOf("10:00 other 0"), "the others are set again")
}

private fun late() {
    val device = device()
    // The alarm of 9:05 is late. A renewal keeps it, and Done of its occurrence doesn't.
    device.run("09:00:30")
    System.now = at("09:06:00")
    Reminders.apply(device.context, document("09:06:00"))
    expect(device.pending.first(), "09:05 own 1", "late")
    device.press("own 0", "done")
    expect(device.pending, listOf("10:00 other 0", "12:00 other 0"), "late and done")
}

private fun many() {
    val device = device()
    device.run("09:00:30")
    for (number in 1..210) {
        System.now += 1_000
        Reminders.answer(device.context, "ics2notify.done", entry(9, "08:00:00", "x$number", 0, "1"))
    }
    expect(device.responses.length(), 200, "the oldest are dropped")
    expect(device.responses.getJSONObject(199).getString("uid"), "x210", "the newest stays")
}

private fun clockSetBack() {
    val device = device()
    Reminders.apply(device.context, document("08:00:00", respondedUntil = "09:00:00"))
    for (time in listOf("08:30:00", "08:20:00", "09:30:00")) {
        System.now = at(time)
        Reminders.answer(device.context, "ics2notify.done", entry(9, "08:00:00", "x", 0, "1"))
    }
    val dates = (0..2).map { device.responses.getJSONObject(it).getString("respondedAt").substring(11) }
    expect(dates, listOf("09:00:01Z", "09:00:02Z", "09:30:00Z"), "a clock that was set back")
}

fun main() {
    snooze()
    done()
    stopRepeat()
    restart()
    late()
    many()
    clockSetBack()
    println("$checks checks passed")
}
