#!/usr/bin/env python3
"""Compares the speed of ics2notify with other programs and prints the tables of the page Speed.

usage: python3 Tests/Benchmarks/run.py [simulator] [start] [programs] [recurring]

Requires hyperfine and GNU time. Builds the programs for release, and generates calendars from a
fixed seed in a temporary directory. If ics2notify and LibicalYardstick count different alarms,
their speeds can't be compared, and the exit status is 1.
"""

import datetime
import json
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

SEED = 20280103
NOW = datetime.datetime(2028, 1, 3, 7)
DAYS = 30
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/ics2notify"
BENCHMARKS = ROOT / ".build/benchmarks/release"

ZONE = """BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE""".split("\n")
HEAD = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//ics2notify benchmark//EN", *ZONE]
WORDS = (
    "agenda budget café Besprechung Köln Protokoll Straße Zürich déjeuner 会議 minutes project review "
    "room 3\\, second floor\\; https://example.org/meet/84736251 quarter plan notes"
).split()
TRIGGERS = "PT0S -PT5M -PT10M -PT15M -PT30M -PT1H -PT2H -P1D -P2DT3H -P1W".split()
WEEKDAYS = "MO TU WE TH FR SA SU".split()


def folded(lines):
    """Returns content lines, folded between characters at 75 octets (RFC 5545, 3.1)."""
    out = []
    for line in lines:
        rest = line.encode()
        while len(rest) > 75:
            end = 75
            while rest[end] & 0xC0 == 0x80:
                end -= 1
            out.append(rest[:end])
            rest = b" " + rest[end:]
        out.append(rest)
    return b"\r\n".join(out) + b"\r\n"


class Maker:
    """Generates events. Every start matches its rule; otherwise the result is undefined
    (RFC 5545, 3.8.5.3)."""

    def __init__(self):
        self.random = random.Random(SEED)
        self.count = 0

    def phrase(self, count):
        return " ".join(self.random.choice(WORDS) for _ in range(count))

    def past_day(self):
        return NOW.date() - datetime.timedelta(self.random.randint(40, 3650))

    def rule(self, day):
        """Returns a rule and the start of its series, on `day` or a few days before."""
        name = WEEKDAYS[day.weekday()]
        ordinal = (day.day + 6) // 7
        workday = day - datetime.timedelta(max(0, day.weekday() - 4))
        early = day.replace(day=min(day.day, 28))
        following = (day.replace(day=28) + datetime.timedelta(4)).replace(day=1)
        last = following - datetime.timedelta(1)
        last -= datetime.timedelta(max(0, last.weekday() - 4))
        kind = self.random.randint(0, 9)
        if kind == 0:
            return f"FREQ=DAILY;INTERVAL={self.random.randint(1, 5)}", day
        if kind in (1, 2):
            return f"FREQ=WEEKLY;BYDAY={name}", day
        if kind == 3:
            return f"FREQ=WEEKLY;INTERVAL={self.random.randint(2, 4)};BYDAY={name}", day
        if kind == 4:
            return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", workday
        if kind == 5:
            return f"FREQ=MONTHLY;BYMONTHDAY={early.day}", early
        if kind == 6 and ordinal < 5:
            return f"FREQ=MONTHLY;BYDAY={ordinal}{name}", day
        if kind == 7:
            return "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", last
        if kind == 8 and ordinal < 5:
            return f"FREQ=YEARLY;BYMONTH={day.month};BYDAY={ordinal}{name}", day
        return "FREQ=YEARLY", early

    def series(self):
        """Returns a series of the last ten years with one or two alarms. Half have an end."""
        return self.event(*self.rule(self.past_day()), self.random.randint(1, 2), 12)

    def mixed(self):
        """Returns an event of a typical old calendar: one in twelve recurs, one in ten is in the
        future, one in three has an alarm."""
        day = self.past_day()
        if self.random.random() < 0.1:
            day = NOW.date() + datetime.timedelta(self.random.randint(1, 200))
        rule, day = self.rule(day) if self.random.random() < 1 / 12 else (None, day)
        alarms = 1 if self.random.random() < 1 / 3 else 0
        return self.event(rule, day, alarms, self.random.randint(3, 60))

    def five(self):
        """Returns five recurring events with an alarm each: weekdays, daily, monthly on a weekday,
        fortnightly, yearly."""
        alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "END:VALARM"]
        for rule in (
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            "FREQ=DAILY",
            "FREQ=MONTHLY;BYDAY=2TU",
            "FREQ=WEEKLY;INTERVAL=2",
            "FREQ=YEARLY",
        ):
            # 13 January 2026 is the second Tuesday of its month, so each rule matches its start.
            yield self.simple(datetime.date(2026, 1, 13), rule, alarm)

    def weekly(self):
        """Returns a weekly event at any hour, two hours before which it alerts."""
        alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT2H", "END:VALARM"]
        day = datetime.date(2026, 1, 5) + datetime.timedelta(self.random.randint(0, 6))
        return self.simple(day, "FREQ=WEEKLY", alarm, range(24))

    def hourly(self):
        """Returns an hourly event with an alarm that repeats three times."""
        alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "REPEAT:3", "DURATION:PT5M"]
        return self.simple(datetime.date(2026, 1, 5), "FREQ=HOURLY", [*alarm, "END:VALARM"])

    def simple(self, day, rule, alarm, hours=range(6, 21)):
        self.count += 1
        time = datetime.time(self.random.choice(hours), self.random.choice([0, 15, 30, 45]))
        start = datetime.datetime.combine(day, time)
        return folded([
            "BEGIN:VEVENT", f"UID:{self.count}@example.org", "DTSTAMP:20260101T080000Z",
            f"DTSTART;TZID=Europe/Berlin:{start:%Y%m%dT%H%M%S}", f"RRULE:{rule}",
            f"SUMMARY:{self.phrase(3)}", *alarm, "END:VEVENT",
        ])

    def event(self, rule, day, alarms, words):
        self.count += 1
        time = datetime.time(self.random.randint(6, 20), self.random.choice([0, 15, 30, 45]))
        start = datetime.datetime.combine(day, time)
        end = start + datetime.timedelta(minutes=self.random.choice([15, 30, 60, 90]))
        lines = ["BEGIN:VEVENT", f"UID:{self.count}@example.org", "DTSTAMP:20280101T080000Z"]
        lines += ["CREATED:20180101T080000Z", "LAST-MODIFIED:20270101T080000Z", "SEQUENCE:1"]
        kind = self.random.randint(0, 9)
        if kind == 0:
            lines.append(f"DTSTART;VALUE=DATE:{start:%Y%m%d}")
        elif kind == 1:
            lines += [f"DTSTART:{start:%Y%m%dT%H%M%SZ}", f"DTEND:{end:%Y%m%dT%H%M%SZ}"]
        else:
            lines.append(f"DTSTART;TZID=Europe/Berlin:{start:%Y%m%dT%H%M%S}")
            lines.append(f"DTEND;TZID=Europe/Berlin:{end:%Y%m%dT%H%M%S}")
        if rule:
            limit = self.random.random()
            if limit < 3 / 8:
                until = start + datetime.timedelta(self.random.randint(30, 4000))
                rule += f";UNTIL={until:%Y%m%d}" if kind == 0 else f";UNTIL={until:%Y%m%dT%H%M%SZ}"
            elif limit < 4 / 8:
                rule += f";COUNT={self.random.randint(4, 400)}"
            lines.append(f"RRULE:{rule}")
            if kind > 1 and rule.startswith("FREQ=WEEKLY") and self.random.random() < 1 / 3:
                excluded = start + datetime.timedelta(364)
                lines.append(f"EXDATE;TZID=Europe/Berlin:{excluded:%Y%m%dT%H%M%S}")
        lines += [f"SUMMARY:{self.phrase(4)}", f"LOCATION:{self.phrase(3)}"]
        lines += [f"DESCRIPTION:{self.phrase(words)}", "STATUS:CONFIRMED", "TRANSP:OPAQUE"]
        if self.random.random() < 1 / 4:
            lines.append("ORGANIZER;CN=Example Person:mailto:person@example.org")
            for person in range(1, self.random.randint(1, 4) + 1):
                lines.append(
                    f"ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Person {person}:"
                    f"mailto:person{person}@example.org"
                )
        for trigger in self.random.sample(TRIGGERS, alarms):
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{self.phrase(2)}"]
            lines += [f"TRIGGER:{trigger}", "END:VALARM"]
        return folded([*lines, "END:VEVENT"])


def write(path, events):
    """Writes a calendar and returns its size in bytes."""
    with open(path, "wb") as file:
        file.write(folded(HEAD))
        for event in events:
            file.write(event)
        file.write(folded(["END:VCALENDAR"]))
        return file.tell()


def inputs(directory):
    """Writes the inputs one by one, and yields the name and path of each."""
    maker, path = Maker(), directory / "series.ics"
    size = write(path, (maker.series() for _ in range(10_000)))
    yield f"10,000 series, {size / 1e6:.1f} MB", path
    maker, path = Maker(), directory / "mixed.ics"
    size = write(path, (maker.mixed() for _ in range(100_000)))
    yield f"100,000 mostly past, {size / 1e6:.1f} MB", path
    maker, path = Maker(), directory / "files"
    path.mkdir()
    size = sum(write(path / f"{number}.ics", [maker.mixed()]) for number in range(10_000))
    yield f"10,000 files, {size / 1e6:.1f} MB", path


def recurring_inputs(directory):
    """Writes the recurring calendars, and yields the name and path of each, with the commands and
    the days that are measured."""
    maker, path = Maker(), directory / "batch"
    path.mkdir()
    for number in range(150):
        write(path / f"{number}.ics", maker.five())
    jobs = ["--jobs", "1", "--output", directory / "plans"]
    yield "150 calendars of 5 series", path, [("batch", ["batch", "compile", *jobs], DAYS)]
    maker, path = Maker(), directory / "500.ics"
    write(path, (maker.series() for _ in range(500)))
    years = [("compile, 365 days", ["compile"], 365), ("compile, 730 days", ["compile"], 730)]
    yield "500 series", path, years
    maker, path = Maker(), directory / "3000.ics"
    write(path, (maker.series() for _ in range(3_000)))
    yield "3,000 series", path, [("fires", ["fires"], DAYS)]
    maker, path = Maker(), directory / "weekly.ics"
    write(path, (maker.weekly() for _ in range(120)))
    # Without --quiet, a note says what the quiet hours cost.
    hours = ["compile", "--quiet-hours", "22:00-07:00"]
    flutter = ["--target", "flutter-android"]
    yield "120 weekly events", path, [
        ("quiet hours", [*hours, "--quiet"], DAYS),
        ("… with the note", hours, DAYS),
        ("… on Flutter", [*hours, *flutter], DAYS),
    ]
    maker, path = Maker(), directory / "hourly.ics"
    write(path, [maker.hourly()])
    until = NOW.date() + datetime.timedelta(180)
    pause = ["compile", "--pause", f"{NOW.date()}..{until}"]
    yield "1 hourly event", path, [("pause", pause, 365), ("… on Flutter", [*pause, *flutter], 365)]


def own(command, horizon, path):
    now = f"{NOW.isoformat()}Z"
    options = ["--now", now, "--time-zone", "GMT", "--horizon", horizon]
    return [PROGRAM, *command, *options, path]


def yardstick(way, path, days=DAYS):
    start = int(NOW.replace(tzinfo=datetime.timezone.utc).timestamp())
    return [BENCHMARKS / "LibicalYardstick", way, str(start), str(start + days * 86_400), path]


def milliseconds(commands, runs, directory, statistic):
    """Runs each command with hyperfine and returns a statistic of its times."""
    results = directory / "hyperfine.json"
    lines = [" ".join(map(str, command)) for command in commands]
    options = ["-N", "--style", "none", "--warmup", "1", "--runs", str(runs)]
    subprocess.run(["hyperfine", *options, "--export-json", results, *lines], check=True)
    return [result[statistic] * 1e3 for result in json.loads(results.read_text())["results"]]


def processor_time(command):
    """Returns the least processor time of five runs, in milliseconds."""

    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (usage.ru_utime + usage.ru_stime) * 1e3

    times = []
    output = subprocess.DEVNULL
    for _ in range(5):
        before = spent()
        subprocess.run(command, check=True, stdout=output, stderr=output)
        times.append(spent() - before)
    return min(times)


def outcome(command, directory):
    """Runs a command once and returns its output and its peak memory in MB."""
    memory = directory / "memory"
    # getrusage would include the memory of Python before it starts the process.
    command = ["/usr/bin/time", "-f", "%M", "-o", memory, *command]
    output = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout
    return output, int(memory.read_text()) * 1024 / 1e6


def measure_start(directory):
    path = directory / "one.ics"
    write(path, [Maker().mixed()])
    commands = [own(["fires", "--quiet"], f"P{DAYS}D", path), [BENCHMARKS / "EmptyProgram"]]
    one, empty = milliseconds(commands, 60, directory, "median")
    print(f"Start: fires of one event takes {one:.1f} ms, {one / empty:.2f} times as long as an")
    print(f"empty program that loads Foundation and libical ({empty:.1f} ms); medians of 60 runs")


def measure_programs(directory):
    print(f"Programs: {DAYS} days or a year, in ms, beside a C program on libical; best of 3 runs")
    print(f"{'input':<29} {'command':<15} {'ms':>6} {'walks':>6} {'factor':>6} {'jumps':>6} ", end="")
    print(f"{'factor':>6} {'peak MB':>8} {'libical':>8}")
    is_right = True
    for name, path in inputs(directory):
        others = [yardstick("walk", path), yardstick("jump", path)]
        owns = {
            "fires": own(["fires", "--quiet"], f"P{DAYS}D", path),
            "compile": own(["compile", "--quiet"], f"P{DAYS}D", path),
            "compile, a year": own(["compile", "--quiet"], "P1Y", path),
        }
        *times, walk, jump = milliseconds([*owns.values(), *others], 3, directory, "min")
        fires = outcome(owns["fires"], directory)[0].count(b"\n")
        counts = [int(outcome(other, directory)[0]) for other in others]
        libical = outcome(others[0], directory)[1]
        for (command, arguments), time in zip(owns.items(), times):
            peak = outcome(arguments, directory)[1]
            print(
                f"{name:<29} {command:<15} {time:>6,.0f} {walk:>6,.0f} {walk / time:>6.1f} "
                f"{jump:>6,.0f} {jump / time:>6.1f} {peak:>8.1f} {libical:>8.1f}"
            )
            name = ""
        if counts != [fires, fires]:
            is_right = False
            print(f"different counts: fires {fires}, walk {counts[0]}, jump {counts[1]}")
    return is_right


def measure_recurring(directory):
    print("Recurring calendars: processor time in ms, beside a C program on libical that walks each")
    print("rule and counts its alarms; best of 5 runs")
    print(f"{'input':<26} {'command':<18} {'ms':>6} {'walks':>6} {'factor':>6} {'peak MB':>8}")
    for name, path, rows in recurring_inputs(directory):
        for title, command, days in rows:
            arguments = own(command, f"P{days}D", path)
            time = processor_time(arguments)
            walk = processor_time(yardstick("walk", path, days))
            peak = outcome(arguments, directory)[1]
            print(
                f"{name:<26} {title:<18} {time:>6,.0f} {walk:>6,.0f} {walk / time:>6.1f} {peak:>8.1f}"
            )
            name = ""


def main(names):
    sections = ["simulator", "start", "programs", "recurring"]
    if not set(names) <= set(sections):
        sys.exit(__doc__.split("\n")[2])
    if not shutil.which("hyperfine") or not shutil.which("/usr/bin/time"):
        sys.exit("install hyperfine and time")
    names = names or sections
    build = ["swift", "build", "-c", "release"]
    subprocess.run([*build, "--product", "ics2notify"], cwd=ROOT, check=True)
    own_package = ["--package-path", "Tests/Benchmarks", "--scratch-path", ".build/benchmarks"]
    subprocess.run([*build, *own_package], cwd=ROOT, check=True)
    is_right = True
    with tempfile.TemporaryDirectory() as directory:
        if "simulator" in names:
            subprocess.run([BENCHMARKS / "benchmark"], check=True)
        if "start" in names:
            measure_start(pathlib.Path(directory))
        if "programs" in names:
            is_right = measure_programs(pathlib.Path(directory))
        if "recurring" in names:
            measure_recurring(pathlib.Path(directory))
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
