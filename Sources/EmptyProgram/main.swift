// The benchmark's yardstick for the start of a process: it loads Foundation, and libical by what it
// depends on, as a program does that uses them, and does nothing.
import Foundation
