package android.net

class Uri private constructor(val text: String) {
    companion object {
        fun parse(text: String) = Uri(text)
    }
}
