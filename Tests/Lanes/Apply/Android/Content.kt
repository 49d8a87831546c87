package android.content

import android.app.AlarmManager
import android.app.NotificationManager
import android.net.Uri

open class Context {
    val alarms = AlarmManager()
    val notifications = NotificationManager()
    /** Survives the end of the process. */
    val files = HashMap<String, SharedPreferences>()
    val packageName = "com.example.app"
    val packageManager = PackageManager()

    @Suppress("UNCHECKED_CAST")
    fun <T> getSystemService(type: Class<T>): T = when (type) {
        AlarmManager::class.java -> alarms as T
        NotificationManager::class.java -> notifications as T
        else -> error("no service ${type.name}")
    }

    fun getSharedPreferences(name: String, mode: Int) =
        files.getOrPut(name) { SharedPreferences() }

    companion object {
        const val MODE_PRIVATE = 0
    }
}

class PackageManager {
    fun getLaunchIntentForPackage(name: String): Intent? = Intent("android.intent.action.MAIN", null)
}

class SharedPreferences {
    private val values = HashMap<String, String>()

    fun getString(key: String, default: String?): String? = values[key] ?: default

    fun edit() = Editor()

    inner class Editor {
        private val changes = HashMap<String, String>()

        fun putString(key: String, value: String): Editor {
            changes[key] = value
            return this
        }

        fun commit(): Boolean {
            values.putAll(changes)
            return true
        }
    }
}

class Intent private constructor(
    val component: Class<*>?, var action: String?, val data: Uri?, private val extras: HashMap<String, Any>
) {
    constructor(context: Context, component: Class<*>) : this(component, null, null, HashMap())
    constructor(action: String, data: Uri?) : this(null, action, data, HashMap())

    fun setAction(action: String): Intent {
        this.action = action
        return this
    }

    fun addFlags(flags: Int) = this

    fun putExtra(key: String, value: Int): Intent {
        extras[key] = value
        return this
    }

    fun putExtra(key: String, value: String): Intent {
        extras[key] = value
        return this
    }

    fun getIntExtra(key: String, default: Int) = extras[key] as? Int ?: default

    fun getStringExtra(key: String) = extras[key] as? String

    /** Extras don't count. */
    val filter get() = listOf(component, action, data?.text)

    companion object {
        const val ACTION_VIEW = "android.intent.action.VIEW"
        const val FLAG_ACTIVITY_NEW_TASK = 1 shl 28
    }
}

abstract class BroadcastReceiver {
    abstract fun onReceive(context: Context, intent: Intent)
}
