// Applies a document of `ics2notify --target android` with AlarmManager. Copy this file into your
// app (Android 8 or later), and replace the icon. Ask for POST_NOTIFICATIONS first. Call
// `Reminders.apply` when a newer document arrives. Get one before `renewal` and `renewBy`, after a
// button, and when the time zone of the device changes. Call `Reminders.restore` at each start:
// Android deletes alarms when the user stops the app or forbids exact alarms.
//
// The receiver answers the buttons, also if the app isn't running. Set `Reminders.onResponse` in
// `Application.onCreate` to get a newer document after each answer. The server compiles with
// `--responses FILE`, the file being `Reminders.responses(context)`.
//
// AndroidManifest.xml (USE_EXACT_ALARM is for calendars and alarm clocks. Other apps declare
// SCHEDULE_EXACT_ALARM. While exact alarms aren't allowed, reminders can be an hour late.):
//
//   <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
//   <uses-permission android:name="android.permission.RECEIVE_BOOT_COMPLETED" />
//   <uses-permission android:name="android.permission.USE_EXACT_ALARM" />
//   <receiver android:name=".ReminderReceiver" android:exported="false" />
//   <receiver android:name=".RestoreReceiver" android:exported="false">
//     <intent-filter>
//       <action android:name="android.intent.action.BOOT_COMPLETED" />
//       <action android:name="android.intent.action.MY_PACKAGE_REPLACED" />
//       <action android:name="android.app.action.SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED" />
//     </intent-filter>
//   </receiver>

package com.example.app

import android.app.AlarmManager
import android.app.Notification
import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.graphics.drawable.Icon
import android.net.Uri
import android.os.Build
import java.time.Instant
import org.json.JSONArray
import org.json.JSONObject

object Reminders {
    /** The time from a press of Snooze to the next alert, in seconds. */
    var snoozeAfter = 540L

    /** Called on the main thread when a button was pressed and the alarms are changed. */
    var onResponse: ((Context) -> Unit)? = null

    /** Stores a document, and sets its alarms. Cancels those of earlier documents that it lacks. */
    @Synchronized
    fun apply(context: Context, document: JSONObject) {
        preferences(context).edit().putString("document", document.toString()).commit()
        update(context)
    }

    /** Returns the user's responses: a JSON array for `ics2notify --responses`. */
    @Synchronized
    fun responses(context: Context) =
        JSONArray(preferences(context).getString("responses", null) ?: "[]")

    /** Stores the user's response to a notification, and changes the alarms. */
    @Synchronized
    fun answer(context: Context, action: String, entry: JSONObject) {
        context.getSystemService(NotificationManager::class.java).cancel(entry.getInt("id"))
        val now = System.currentTimeMillis()
        val ours = ours(entry)
        val response = JSONObject()
            .put("action", action)
            .put("identifier", ours.getString("identifier"))
            .put("deliveredAt", ours.opt("deliveredAt") ?: text(entry.getLong("at")))
            .put("respondedAt", text(respondedAt(context, now)))
        for (key in listOf("uid", "alarm", "occurrence")) response.put(key, ours.opt(key))
        if (action == SNOOZE) {
            response.put("until", text(now + snoozeAfter * 1_000)).put("entry", entry)
        }
        val all = JSONArray((objects(responses(context)) + response).takeLast(200))
        preferences(context).edit().putString("responses", all.toString()).commit()
        update(context)
        onResponse?.invoke(context)
    }

    /** Later than the last response and those that the plan considers, if the clock is set back. */
    private fun respondedAt(context: Context, now: Long): Long {
        val last = objects(responses(context)).lastOrNull()?.getString("respondedAt")
        val since = document(context)?.opt("respondedUntil") as? String
        return listOfNotNull(last, since).fold(now) { at, text -> maxOf(at, instant(text) + 1_000) }
    }

    /**
     * Returns the entries of a document that ring after [now], the most important one last.
     *
     * It leaves out what a response silences, and adds what the user snoozed. Responses that the
     * document considers already don't count.
     */
    fun withResponses(
        document: JSONObject, responses: List<JSONObject>, now: Long
    ): List<JSONObject> {
        val counted = counted(document, responses)
        val snoozes = LinkedHashMap<String, JSONObject>()
        for (response in counted) {
            if (response.getString("action") == SNOOZE) {
                // A later snooze of the same occurrence replaces an earlier one.
                val occurrence = response.optString("occurrence", response.getString("identifier"))
                snoozes["${response.opt("uid")} $occurrence"] = snoozed(response)
            } else {
                snoozes.values.removeAll { silences(response, it) }
            }
        }
        val entries = objects(document.getJSONArray("entries"))
            .filter { entry -> counted.none { silences(it, entry) } }
        return (entries + snoozes.values).filter { it.getLong("at") > now }
            .takeLast(document.getInt("slots"))
    }

    private fun counted(document: JSONObject, responses: List<JSONObject>): List<JSONObject> {
        val since = document.opt("respondedUntil") as? String ?: return responses
        return responses.filter { instant(it.getString("respondedAt")) > instant(since) }
    }

    /** Done silences all alerts of an occurrence, Stop Repeating those of one alarm. */
    private fun silences(response: JSONObject, entry: JSONObject): Boolean {
        val ours = ours(entry)
        val action = response.getString("action")
        return (action == DONE || action == STOP && response.opt("alarm") == ours.opt("alarm")) &&
            response.has("occurrence") && response.opt("occurrence") == ours.opt("occurrence") &&
            response.opt("uid") == ours.opt("uid")
    }

    /** The entry that rings again. Its buttons answer the original reminder. */
    private fun snoozed(response: JSONObject): JSONObject {
        val entry = JSONObject(response.getJSONObject("entry").toString())
        val name = "snooze ${response.getString("identifier")}"
        entry.put("id", name.hashCode() and Int.MAX_VALUE)
        entry.put("at", instant(response.getString("until")))
        ours(entry).put("deliveredAt", response.getString("deliveredAt"))
        return entry
    }

    /**
     * Sets the alarms of the stored document, and cancels those that it lacks.
     *
     * Alarms can't be listed, so a table of entries remembers them. The table is written first, and
     * an alarm without an entry shows nothing. If the app ends before the last alarm is set,
     * [restore] sets the others.
     */
    private fun update(context: Context) {
        val now = System.currentTimeMillis()
        val document = document(context) ?: return
        val responses = objects(responses(context))
        val old = table(context)
        val new = LinkedHashMap<Int, JSONObject>()
        for (entry in withResponses(document, responses, now)) new[entry.getInt("id")] = entry
        // An alarm can be an hour late. A reminder that is due, but was not shown yet, stays.
        val counted = counted(document, responses)
        for ((id, entry) in old) {
            val isLate = now - entry.getLong("at") in 0 until 3_600_000
            if (isLate && counted.none { silences(it, entry) }) new.putIfAbsent(id, entry)
        }
        save(context, new)
        // Alarms are limited to 500. Those of others have other intents.
        for (id in old.keys - new.keys) alarms(context).cancel(intent(context, id))
        restore(context)
    }

    /** Sets all alarms. Reminders that were missed within the last day ring at once. */
    @Synchronized
    fun restore(context: Context) {
        createChannels(context)
        val manager = alarms(context)
        val isExact = Build.VERSION.SDK_INT < 31 || manager.canScheduleExactAlarms()
        for ((id, entry) in table(context)) {
            val at = entry.getLong("at")
            if (at < System.currentTimeMillis() - 86_400_000) continue
            // An alarm replaces one with an equal intent, so unchanged ones may be set again.
            if (isExact) {
                manager.setExactAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, at, intent(context, id))
            } else {
                manager.setAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, at, intent(context, id))
            }
        }
    }

    /** Shows a reminder with its buttons. */
    @Synchronized
    fun show(context: Context, id: Int) {
        val entries = table(context)
        val entry = entries.remove(id) ?: return
        val launch = context.packageManager.getLaunchIntentForPackage(context.packageName)
        val builder = Notification.Builder(context, entry.getString("channelId"))
            .setSmallIcon(android.R.drawable.ic_popup_reminder)
            .setContentTitle(entry.getString("title"))
            .setContentText(entry.getString("body"))
            .setSubText(entry.optString("subtitle").takeIf { it.isNotEmpty() })
            .setWhen(entry.getLong("at"))
            .setShowWhen(true)
            .setAutoCancel(true)
            .setContentIntent(
                launch?.let {
                    PendingIntent.getActivity(context, id, it, PendingIntent.FLAG_IMMUTABLE)
                }
            )
        for (action in buttons(context, entry)) builder.addAction(action)
        context.getSystemService(NotificationManager::class.java).notify(id, builder.build())
        save(context, entries)
    }

    private fun buttons(context: Context, entry: JSONObject): List<Notification.Action> {
        val categories = objects(document(context)?.getJSONArray("categories") ?: JSONArray())
        val category = categories
            .find { it.getString("identifier") == entry.optString("categoryIdentifier") }
        return objects(category?.getJSONArray("actions") ?: JSONArray()).mapNotNull { action ->
            val identifier = action.getString("identifier")
            val press = when (identifier) {
                DONE, SNOOZE, STOP -> press(context, identifier, entry)
                else -> open(context, entry)
            }
            press?.let {
                Notification.Action.Builder(null as Icon?, action.getString("title"), it).build()
            }
        }
    }

    /** The intent has all of the entry, which a newer document can lack. */
    private fun press(context: Context, action: String, entry: JSONObject) =
        PendingIntent.getBroadcast(
            context,
            entry.getInt("id"),
            Intent(context, ReminderReceiver::class.java).setAction(action)
                .putExtra("entry", entry.toString()),
            PendingIntent.FLAG_IMMUTABLE or PendingIntent.FLAG_UPDATE_CURRENT
        )

    /** Open and Join show the link. A receiver must not start an activity. */
    private fun open(context: Context, entry: JSONObject): PendingIntent? {
        val url = ours(entry).opt("url") as? String ?: return null
        val view = Intent(Intent.ACTION_VIEW, Uri.parse(url))
            .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
        return PendingIntent.getActivity(
            context, entry.getInt("id"), view, PendingIntent.FLAG_IMMUTABLE
        )
    }

    private fun alarms(context: Context) = context.getSystemService(AlarmManager::class.java)

    /** The request code tells alarms apart, because extras don't count. */
    private fun intent(context: Context, id: Int) = PendingIntent.getBroadcast(
        context,
        id,
        Intent(context, ReminderReceiver::class.java).putExtra("id", id),
        PendingIntent.FLAG_IMMUTABLE or PendingIntent.FLAG_UPDATE_CURRENT
    )

    /** Users see the names. A channel that exists doesn't change. */
    private fun createChannels(context: Context) {
        val manager = context.getSystemService(NotificationManager::class.java)
        for ((level, name, importance) in listOf(
            Triple("passive", "Silent reminders", NotificationManager.IMPORTANCE_LOW),
            Triple("active", "Reminders", NotificationManager.IMPORTANCE_DEFAULT),
            Triple("timeSensitive", "Urgent reminders", NotificationManager.IMPORTANCE_HIGH),
            Triple("critical", "Critical reminders", NotificationManager.IMPORTANCE_HIGH)
        )) {
            val channel = NotificationChannel("ics2notify.$level", name, importance)
            manager.createNotificationChannel(channel)
        }
    }

    private fun preferences(context: Context) =
        context.getSharedPreferences("ics2notify", Context.MODE_PRIVATE)

    private fun document(context: Context) =
        preferences(context).getString("document", null)?.let { JSONObject(it) }

    private fun table(context: Context): MutableMap<Int, JSONObject> {
        val json = JSONObject(preferences(context).getString("entries", null) ?: "{}")
        val ids = json.keys().asSequence().map { it.toString() }
        return ids.associateTo(LinkedHashMap()) { it.toInt() to json.getJSONObject(it) }
    }

    private fun save(context: Context, entries: Map<Int, JSONObject>) {
        val json = JSONObject(entries.mapKeys { it.key.toString() })
        // commit waits for the disk. The alarm of a reminder must not be set before.
        preferences(context).edit().putString("entries", json.toString()).commit()
    }

    private fun ours(entry: JSONObject) = entry.getJSONObject("data").getJSONObject("ics2notify")

    private fun objects(array: JSONArray) = (0 until array.length()).map { array.getJSONObject(it) }

    private fun instant(text: String) = Instant.parse(text).toEpochMilli()

    private fun text(instant: Long) = Instant.ofEpochSecond(instant / 1_000).toString()

    private const val DONE = "ics2notify.done"
    private const val SNOOZE = "ics2notify.snooze"
    private const val STOP = "ics2notify.stopRepeat"
}

/** Receives the alarms, and the buttons as actions of the intent. */
class ReminderReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) {
        val action = intent.action
        val entry = intent.getStringExtra("entry")
        if (action == null) {
            Reminders.show(context, intent.getIntExtra("id", 0))
        } else if (entry != null) {
            Reminders.answer(context, action, JSONObject(entry))
        }
    }
}

/** A restart, an update of the app, and a new permission need the alarms set again. */
class RestoreReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) = Reminders.restore(context)
}
