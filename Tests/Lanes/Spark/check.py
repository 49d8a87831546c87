"""Compares Spark's results of ics2notify batch compile with single runs of the program.

Usage: check.py PROGRAM DIRECTORY [SEED [COUNT]]

Makes calendars from the seed, some of them invalid, writes each to a file in the new DIRECTORY,
and runs the program there for each. Then RDD.pipe passes the same calendars as JSON lines, in
partitions some of which are empty, and again as rows of a DataFrame. Differences are printed, one
on each line, and the exit status is 1. Without differences, a line of counts is printed.
"""

import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import struct, to_json

NOW = "2028-01-03T07:00:00Z"
ZONE = "Europe/Berlin"
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Kolkata"]
# With line and paragraph separators, which some readers treat as line ends, with characters outside
# the basic plane, and with characters that JSON, shells and iCalendar escape.
WORDS = ["Standup", "Zähne putzen", "薬を飲む", "Поливать", "🪴 water", "a\u2028b", "c\u2029d",
         "e\u0085f", '"quoted"', "back\\\\slash", "one\\, two\\; three", "line\\nline", "$HOME `x`",
         "</script>"]
RULES = ["FREQ=DAILY", "FREQ=DAILY;COUNT=12", "FREQ=DAILY;UNTIL=20280301T000000Z",
         "FREQ=HOURLY;INTERVAL=6;COUNT=30", "FREQ=WEEKLY;BYDAY=MO,WE,FR",
         "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "FREQ=MONTHLY;BYMONTHDAY=-1",
         "FREQ=MONTHLY;BYDAY=2TU;COUNT=20", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU"]
BROKEN_RULES = ["FREQ=SOMETIMES", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=DAILY;COUNT=0", ""]
TRIGGERS = ["-PT15M", "PT0S", "-P1D", "PT9H", "-PT1H30M", "-P1W", "PT26H", "-PT45S"]
# A zone that only the calendar defines, with offsets unlike any real zone.
OWN_ZONE = ["BEGIN:VTIMEZONE", "TZID:Our own", "BEGIN:STANDARD", "DTSTART:20271031T030000",
            "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "TZOFFSETFROM:+0330", "TZOFFSETTO:+0230",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20280326T020000",
            "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "TZOFFSETFROM:+0230", "TZOFFSETTO:+0330",
            "END:DAYLIGHT", "END:VTIMEZONE"]


def folded(line, width):
    """Splits the line into pieces of at most width octets, without splitting a character."""
    pieces, size = [""], 0
    for character in line:
        length = len(character.encode())
        if size + length > width:
            pieces.append(" ")
            size = 1
        pieces[-1] += character
        size += length
    return pieces


class Calendars:
    """Random calendars from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        """Returns True with a probability of share."""
        return self.random.random() < share

    def text(self, most):
        """Some words."""
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, most)))

    def time(self, name):
        """A property with a date or a time, and whether it is a date."""
        day = datetime.date(2027, 12, 1) + datetime.timedelta(days=self.random.randrange(500))
        minute = self.random.choice((0, 15, 30, 59))
        clock = f"{day:%Y%m%d}T{self.random.randrange(24):02}{minute:02}00"
        form = self.random.choice(
            ("date", "utc", "floating", "zone", "zone", "own", "own", "unknown"))
        if form == "date":
            return f"{name};VALUE=DATE:{day:%Y%m%d}", True
        if form == "utc":
            return f"{name}:{clock}Z", False
        if form == "floating":
            return f"{name}:{clock}", False
        zone = {"zone": self.random.choice(ZONES), "own": "Our own", "unknown": "Nowhere"}[form]
        return f"{name};TZID={zone}:{clock}", False

    def alarm(self):
        """The lines of an alarm."""
        trigger = self.random.choice(TRIGGERS)
        kind = self.random.choice(("TRIGGER:", "TRIGGER:", "TRIGGER;RELATED=END:"))
        if self.chance(0.1):
            kind, trigger = "TRIGGER;VALUE=DATE-TIME:", "20280214T063000Z"
        action = self.random.choice(("DISPLAY", "DISPLAY", "AUDIO", "EMAIL"))
        lines = ["BEGIN:VALARM", f"ACTION:{action}", kind + trigger]
        if self.chance(0.2):
            lines += ["REPEAT:3", "DURATION:PT5M"]
        if self.chance(0.5):
            lines.append(f"DESCRIPTION:{self.text(3)}")
        return lines + ["END:VALARM"]

    def component(self, uid):
        """The lines of an event or a to-do, sometimes with an override."""
        kind = "VTODO" if self.chance(0.2) else "VEVENT"
        start, whole_days = self.time("DTSTART")
        lines = [f"UID:{uid}", "DTSTAMP:20270101T000000Z", start, f"SUMMARY:{self.text(3)}"]
        if self.chance(0.4):
            lines.append("DURATION:" + ("P2D" if whole_days else "PT1H30M"))
        elif kind == "VTODO" and self.chance(0.5):
            lines.append(self.time("DUE")[0])
        if self.chance(0.5):
            rules = BROKEN_RULES if self.chance(0.05) else RULES
            lines.append(f"RRULE:{self.random.choice(rules)}")
        if self.chance(0.3):
            lines.append(f"DESCRIPTION:{self.text(60)}")
        if self.chance(0.1):
            lines.append("URL:https://example.org/?a=1&b=%22")
        if self.chance(0.1):
            lines.append("CATEGORIES:one,two")
        if self.chance(0.1):
            lines.append("STATUS:" + ("COMPLETED" if kind == "VTODO" else "CANCELLED"))
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 3))):
            lines += self.alarm()
        result = [f"BEGIN:{kind}", *lines, f"END:{kind}"]
        if self.chance(0.1):
            change = start.replace("DTSTART", "RECURRENCE-ID", 1)
            result += [f"BEGIN:{kind}", f"UID:{uid}", "DTSTAMP:20270101T000000Z", change,
                       self.time("DTSTART")[0], f"SUMMARY:{self.text(2)}", *self.alarm(),
                       f"END:{kind}"]
        return result

    def calendar(self, number):
        """The text of a calendar; one in twenty is empty or truncated."""
        if self.chance(0.02):
            return self.random.choice(("", "\n", "hello\n", "BEGIN:VCARD\r\nEND:VCARD\r\n"))
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//spark//EN"]
        if self.chance(0.3):
            lines.append(f"X-WR-CALNAME:{self.text(2)}")
        if self.chance(0.2):
            lines.append(f"X-WR-TIMEZONE:{self.random.choice(ZONES)}")
        if self.chance(0.8):
            lines += OWN_ZONE
        for index in range(self.random.choice((0, 1, 1, 1, 2, 3, 5, 20))):
            lines += self.component(f"{number}-{index}@example.org")
        lines.append("END:VCALENDAR")
        width = self.random.choice((75, 75, 75, 20, 1000))
        end = self.random.choice(("\r\n", "\r\n", "\n"))
        text = "".join(piece + end for line in lines for piece in folded(line, width))
        return text[: self.random.randrange(len(text))] if self.chance(0.03) else text

    def record(self, number):
        """A row: the name, the calendar, and for some a zone and an instant, valid or not."""
        rest = self.random.choice(("", "", "", " größer", " a  b", "'", '"', " $x", " 予定", "\\n"))
        row = {"name": f"{number:04}{rest}.ics", "calendar": self.calendar(number)}
        if self.chance(0.15):
            row["timeZone"] = self.random.choice(ZONES)
        if self.chance(0.15):
            row["now"] = self.random.choice(("2028-03-25T23:30:00Z", "2028-06-01T12:00:00+02:00"))
        if self.chance(0.01):
            row["timeZone"] = self.random.choice(("Europe/Nowhere", "", "../UTC"))
        if self.chance(0.01):
            row["now"] = self.random.choice(("yesterday", "", "2028-13-01T00:00:00Z"))
        return row


def single(program, directory, row):
    """The exit status and output of a run of the program for this calendar alone."""
    with open(directory / row["name"], "w", encoding="utf-8", newline="") as file:
        file.write(row["calendar"])
    run = subprocess.run(
        [program, "compile", "--now", row.get("now", NOW), "--time-zone", row.get("timeZone", ZONE),
         row["name"]],
        cwd=directory, stdin=subprocess.DEVNULL, capture_output=True)
    prefix = "ics2notify: "
    said = [line.removeprefix(prefix) for line in run.stderr.decode().split("\n")
            if line.startswith(prefix)]
    errors = [line.removeprefix("error: ") for line in said if line.startswith("error: ")]
    plan = json.loads(run.stdout) if run.stdout else None
    if plan:
        # These parts are the same for all plans, so the first line of a part has them.
        del plan["categories"]
    return {
        "file": row["name"],
        "status": run.returncode,
        "plan": plan,
        # A line has other names for the zone and instant than the options.
        "error": None if run.returncode == 64 else "\n".join(errors),
        "messages": [line for line in said if not line.startswith("error: ")],
    }


def exact(value):
    """The value as text, in which 1, 1.0 and true differ, regardless of the order of keys."""
    return json.dumps(value, sort_keys=True)


def differences(where, results, expected):
    """A line for each unexpected result; both arguments are in the order of the input."""
    names = [result.get("file") for result in results]
    wanted = [one["file"] for one in expected]
    # With counts, since lines without a name may have the same number in two partitions.
    have, want = collections.Counter(names), collections.Counter(wanted)
    found = [f"{where}: {name!r} is there {have[name]} times, not {want[name]}"
             for name in {**want, **have} if have[name] != want[name]]
    if names != wanted:
        return found or [f"{where}: the results are in another order than the calendars"]
    for result, one in zip(results, expected):
        name, plan, error = f"{where}: {one['file']!r}", one["plan"], one["error"]
        if result.get("status") != one["status"]:
            found.append(f"{name} has status {result.get('status')}, not {one['status']}")
        if exact(result.get("plan")) != exact(plan):
            found.append(f"{name} has another plan")
        if plan is None and (not result.get("error") or error not in (None, result["error"])):
            found.append(f"{name} has the error {result.get('error')!r}, not {error!r}")
        # A DataFrame has columns for some of the keys only.
        if "diagnostics" not in result:
            continue
        if result.get("messages", []) != one["messages"]:
            found.append(f"{name} has messages {result.get('messages')}, not {one['messages']}")
        if plan is not None and exact(result["diagnostics"]) != exact(plan["diagnostics"]):
            found.append(f"{name} has other diagnostics than its plan")
    return found


def refused(name):
    """The expected result of a line without a calendar."""
    return {"file": name, "status": 65, "plan": None, "error": None, "messages": []}


def partitions(rows, expected, number, source):
    """Lines in several partitions, some of them empty, and all expected results in order.

    Some lines cannot be calendars: invalid JSON, no object, no calendar, no name, an empty line.
    """
    lines, results = [], []
    for index in range(number):
        part, share = [], slice(len(rows) * index // number, len(rows) * (index + 1) // number)
        for row, one in zip(rows[share], expected[share]):
            # Non-ASCII characters as they are, and as escapes.
            part.append(json.dumps(row, ensure_ascii=source.chance(0.5)))
            results.append(one)
            # An unnamed line is identified by its number in the partition.
            here = f"<stdin>:{len(part) + 1}"
            kind = source.random.choices(("none", "no JSON", "no calendar", "no name", "no line"),
                                         (960, 20, 5, 5, 10))[0]
            if kind == "no JSON":
                part.append(source.random.choice(("nonsense", "[1]", '{"name":"cut.ics","cal')))
                results.append(refused(here))
            elif kind == "no calendar":
                part.append(json.dumps({"name": f"without {row['name']}"}))
                results.append(refused(f"without {row['name']}"))
            elif kind == "no name":
                part.append(json.dumps({"calendar": ""}))
                results.append(refused(here))
            elif kind == "no line":
                part.append("")
        lines.append(part)
        if index % 3 == 1:
            lines.append([])
    return lines, results


def main():
    program, directory = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 18
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 2000
    directory.mkdir(parents=True)
    source = Calendars(seed)
    rows = [source.record(number) for number in range(count)]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        expected = list(executor.map(lambda row: single(program, directory, row), rows))

    # Each partition runs a separate command, so all use one instant, and one job each.
    command = (f"{shlex.quote(program)} batch compile --from jsonl --jobs 1"
               f" --now {NOW} --time-zone {ZONE}")
    spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
             .config("spark.ui.showConsoleProgress", "false").getOrCreate())
    lines, wanted = partitions(rows, expected, 13, source)
    piped = (spark.sparkContext.parallelize(lines, len(lines)).flatMap(lambda part: part)
             .pipe(command, checkCode=True).collect())
    found = differences("RDD", [json.loads(line) for line in piped], wanted)

    columns = ["name", "calendar", "timeZone", "now"]
    table = spark.createDataFrame([[row.get(column) for column in columns] for row in rows],
                                  ", ".join(f"{column} string" for column in columns))
    # As in ics2notify-batch(7). Rows are shuffled, so they are sorted by name.
    piped = (table.repartition(5).select(to_json(struct("*"))).rdd.map(lambda row: row[0])
             .pipe(command, checkCode=True))
    results = (spark.read.schema("file string, status int, plan string, error string")
               .json(piped, mode="FAILFAST").orderBy("file").collect())
    found += differences(
        "DataFrame",
        [{**row.asDict(), "plan": row.plan and json.loads(row.plan)} for row in results],
        sorted(expected, key=lambda one: one["file"].encode()))
    spark.stop()

    for line in found[:40]:
        print(line)
    if found:
        print(f"seed {seed}: {len(found)} differences")
        sys.exit(1)
    statuses = collections.Counter(one["status"] for one in wanted)
    print(f"seed {seed}: {count} calendars in {sum(map(len, lines))} lines and {len(lines)}"
          f" partitions, {lines.count([])} of them empty; statuses "
          + ", ".join(f"{status}: {statuses[status]}" for status in sorted(statuses))
          + f"; {len(results)} rows of a DataFrame")


if __name__ == "__main__":
    main()
