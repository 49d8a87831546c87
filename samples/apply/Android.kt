// Applies a document of `ics2notify --target android` with AlarmManager. Copy this file into your
// app (Android 8 or later), and replace the icon. Ask for POST_NOTIFICATIONS first. Call
// `Reminders.apply` when a newer document arrives. Get one before `renewal` and `renewBy`, and when
// the time zone of the device changes. Call `Reminders.restore` at each start: Android deletes
// alarms when the user stops the app or forbids exact alarms.
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
import android.os.Build
import org.json.JSONObject

object Reminders {
    /**
     * Sets the alarms of a document, and cancels those of earlier documents that it lacks.
     *
     * Alarms can't be listed, so a table of entries remembers them. The table is written first, and
     * an alarm without an entry shows nothing. If the app ends before the last alarm is set,
     * [restore] sets the others.
     */
    @Synchronized
    fun apply(context: Context, document: JSONObject) {
        val now = System.currentTimeMillis()
        val old = table(context)
        val entries = document.getJSONArray("entries")
        val new = LinkedHashMap<Int, JSONObject>()
        for (index in 0 until entries.length()) {
            val entry = entries.getJSONObject(index)
            // An alarm in the past would ring at once.
            if (entry.getLong("at") > now) new[entry.getInt("id")] = entry
        }
        // An alarm can be an hour late. A reminder that is due, but was not shown yet, stays.
        for ((id, entry) in old) {
            if (now - entry.getLong("at") in 0 until 3_600_000) new.putIfAbsent(id, entry)
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

    /** Shows a reminder. `data.ics2notify` of its entry has what buttons and links need. */
    @Synchronized
    fun show(context: Context, id: Int) {
        val entries = table(context)
        val entry = entries.remove(id) ?: return
        val launch = context.packageManager.getLaunchIntentForPackage(context.packageName)
        val notification = Notification.Builder(context, entry.getString("channelId"))
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
            .build()
        context.getSystemService(NotificationManager::class.java).notify(id, notification)
        save(context, entries)
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

    private fun table(context: Context): MutableMap<Int, JSONObject> {
        val json = JSONObject(preferences(context).getString("entries", null) ?: "{}")
        val ids = json.keys().asSequence()
        return ids.associateTo(LinkedHashMap()) { it.toInt() to json.getJSONObject(it) }
    }

    private fun save(context: Context, entries: Map<Int, JSONObject>) {
        val json = JSONObject(entries.mapKeys { it.key.toString() })
        // commit waits for the disk. The alarm of a reminder must not be set before.
        preferences(context).edit().putString("entries", json.toString()).commit()
    }
}

/** Receives the alarms. */
class ReminderReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) =
        Reminders.show(context, intent.getIntExtra("id", 0))
}

/** A restart, an update of the app, and a new permission need the alarms set again. */
class RestoreReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) = Reminders.restore(context)
}
