package android.app

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.graphics.drawable.Icon

/** A pending intent. The system keeps one for each key, and a later one updates its extras. */
class PendingIntent private constructor(val key: List<Any?>, var intent: Intent) {
    fun send(context: Context) {
        val receiver = intent.component!!.getDeclaredConstructor().newInstance()
        (receiver as BroadcastReceiver).onReceive(context, intent)
    }

    companion object {
        const val FLAG_IMMUTABLE = 1 shl 26
        const val FLAG_UPDATE_CURRENT = 1 shl 27
        private val known = HashMap<List<Any?>, PendingIntent>()

        fun getBroadcast(context: Context, code: Int, intent: Intent, flags: Int) =
            get("broadcast", code, intent, flags)

        fun getActivity(context: Context, code: Int, intent: Intent, flags: Int) =
            get("activity", code, intent, flags)

        private fun get(kind: String, code: Int, intent: Intent, flags: Int): PendingIntent {
            require(flags and FLAG_IMMUTABLE != 0) { "Android 12 wants FLAG_IMMUTABLE" }
            val key = listOf(kind, code) + intent.filter
            val pending = known.getOrPut(key) { PendingIntent(key, intent) }
            if (flags and FLAG_UPDATE_CURRENT != 0) pending.intent = intent
            return pending
        }
    }
}

class AlarmManager {
    val set = HashMap<List<Any?>, Pair<Long, PendingIntent>>()
    var allowsExact = true

    fun canScheduleExactAlarms() = allowsExact

    fun setExactAndAllowWhileIdle(type: Int, at: Long, intent: PendingIntent) {
        check(allowsExact) { "SecurityException" }
        setAndAllowWhileIdle(type, at, intent)
    }

    fun setAndAllowWhileIdle(type: Int, at: Long, intent: PendingIntent) {
        set[intent.key] = at to intent
        check(set.size <= 500) { "Maximum limit of concurrent alarms 500 reached" }
    }

    fun cancel(intent: PendingIntent) {
        set.remove(intent.key)
    }

    companion object {
        const val RTC_WAKEUP = 0
    }
}

class NotificationManager {
    val channels = HashMap<String, NotificationChannel>()
    val shown = LinkedHashMap<Int, Notification>()

    fun createNotificationChannel(channel: NotificationChannel) {
        channels.putIfAbsent(channel.id, channel)
    }

    fun notify(id: Int, notification: Notification) {
        check(notification.channel in channels) { "No channel ${notification.channel}" }
        shown[id] = notification
    }

    fun cancel(id: Int) {
        shown.remove(id)
    }

    companion object {
        const val IMPORTANCE_LOW = 2
        const val IMPORTANCE_DEFAULT = 3
        const val IMPORTANCE_HIGH = 4
    }
}

class NotificationChannel(val id: String, val name: CharSequence, val importance: Int)

class Notification(val channel: String) {
    var title = ""
    var time = 0L
    val actions = ArrayList<Action>()

    class Action(val title: String, val intent: PendingIntent) {
        class Builder(icon: Icon?, private val title: CharSequence, private val intent: PendingIntent) {
            fun build() = Action(title.toString(), intent)
        }
    }

    class Builder(context: Context, channel: String) {
        private val notification = Notification(channel)
        private fun set(change: () -> Unit): Builder {
            change()
            return this
        }

        fun setSmallIcon(icon: Int) = this
        fun setContentTitle(text: CharSequence) = set { notification.title = text.toString() }
        fun setContentText(text: CharSequence) = this
        fun setSubText(text: CharSequence?) = this
        fun setWhen(time: Long) = set { notification.time = time }
        fun setShowWhen(show: Boolean) = this
        fun setAutoCancel(cancel: Boolean) = this
        fun setContentIntent(intent: PendingIntent?) = this
        fun addAction(action: Action) = set { notification.actions.add(action) }
        fun build() = notification
    }
}
