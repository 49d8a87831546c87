// Loads Foundation and libical and does nothing. The benchmark compares its start with that of
// ics2notify.
import Foundation
