#!/bin/sh
# Makes sources of the blocks of Swift in documents, so that the compiler reads what people read.
#
#   sh Tests/App/stories.sh OUTDIR DOCUMENT...
#
# Each block becomes a function in a file of its own, its imports above it; one without any imports
# CalendarReminders. Apple's frameworks bring Foundation, which the stand-ins don't. The plan that
# other blocks of a document make is a parameter. The compiler names the document and the line where
# something is wrong.
set -eu
output=${1:?usage: stories.sh OUTDIR DOCUMENT...}
shift
mkdir -p "$output"
for document; do
  awk -v document="$document" -v output="$output" '
    function place(line) { printf "#sourceLocation(file: \"%s\", line: %d)\n", document, line >file }
    function head() {
      if (!imports) print "import CalendarReminders" >file
      if (isOfApple) print "import Foundation" >file
      name = document "_" first
      gsub(/[^A-Za-z0-9]/, "_", name)
      printf "func story_%s(plan: Plan) async throws {\n", name >file
      isBody = 1
    }
    /^[ \t]*```swift/ {
      if ($0 != "```swift" || file != "") {
        printf "%s:%d: no block of Swift begins so\n", document, NR >"/dev/stderr"
        exit failed = 1
      }
      first = NR
      blocks++
      name = document
      gsub(/[^A-Za-z0-9]/, "_", name)
      file = output "/" name "_" NR ".swift"
      imports = isOfApple = isBody = 0
      next
    }
    /^```/ && file != "" {
      if (!isBody) {
        printf "%s:%d: this block has no code\n", document, first >"/dev/stderr"
        exit failed = 1
      }
      print "#sourceLocation()\n}" >file
      close(file)
      file = ""
      next
    }
    file == "" || (!isBody && $0 == "") { next }
    !isBody && /^import / {
      if (/ (BackgroundTasks|EventKit|UserNotifications)$/) isOfApple = 1
      place(NR)
      print >file
      imports++
      next
    }
    !isBody { if (imports) print "#sourceLocation()" >file; head(); place(NR) }
    { print >file }
    END {
      if (failed) exit 1
      if (file != "") {
        printf "%s:%d: this block does not end\n", document, first >"/dev/stderr"
        exit 1
      }
      if (!blocks) {
        printf "%s: there is no block of Swift\n", document >"/dev/stderr"
        exit 1
      }
    }' "$document"
done
