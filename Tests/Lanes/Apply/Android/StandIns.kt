// Stand-ins for the parts of Android that samples/apply/Android.kt uses.
//
// They follow the documented rules: pending intents are equal by kind, request code, action, data
// and component, an alarm replaces one with an equal intent, an app has at most 500 alarms, and a
// notification needs a channel.
@file:Suppress("UNUSED_PARAMETER")

package android

object R {
    object drawable {
        const val ic_popup_reminder = 1
    }
}
