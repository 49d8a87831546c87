// Counts the alarms of calendars with libical, to compare its speed with that of ics2notify.
//
// It parses each file with libical and iterates each rule with libical's iterator. It supports only
// the properties of the benchmark's inputs, so it ignores RDATE, overrides and to-dos. Floating and
// all-day times are read in UTC.
//
// usage: LibicalYardstick walk|jump FROM END PATH...
//
// "walk" iterates a rule from its start, as the examples for libical do; "jump" starts near FROM,
// which libical supports for rules without COUNT. FROM and END are seconds since
// 1970-01-01T00:00:00Z; an alarm at END doesn't count. A PATH is a file or a directory of files.
// The program prints the count.

#include <dirent.h>
#include <libical/ical.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAXIMUM_ALARMS = 16, MAXIMUM_EXCLUSIONS = 256, SECONDS_PER_DAY = 86400 };

typedef struct {
  time_t from, end;
  bool is_jumped_to;
  long count;
} Window;

// A relative VALARM: its first alert, in seconds from the start or the end, and its repeats.
typedef struct {
  bool is_related_to_end;
  int offset, repetitions, pause;
} Alarm;

// The properties that an event's occurrences share. The offsets are the extremes of all alarms.
typedef struct {
  Alarm alarms[MAXIMUM_ALARMS];
  int alarm_count, duration, least_offset, greatest_offset;
} Event;

static void count_instant(Window *window, time_t instant) {
  if (instant >= window->from && instant < window->end) window->count++;
}

static void count_occurrence(Window *window, const Event *event, time_t start) {
  for (int i = 0; i < event->alarm_count; i++) {
    const Alarm *alarm = &event->alarms[i];
    time_t instant = start + alarm->offset + (alarm->is_related_to_end ? event->duration : 0);
    for (int k = 0; k <= alarm->repetitions; k++, instant += alarm->pause)
      count_instant(window, instant);
  }
}

// Adds a VALARM to an event, or counts it if its trigger is absolute.
static void read_alarm(Window *window, Event *event, icalcomponent *component) {
  icalproperty *property = icalcomponent_get_first_property(component, ICAL_TRIGGER_PROPERTY);
  if (!property || event->alarm_count == MAXIMUM_ALARMS) return;
  struct icaltriggertype trigger = icalproperty_get_trigger(property);
  if (!icaltime_is_null_time(trigger.time)) {
    count_instant(window, icaltime_as_timet(trigger.time));
    return;
  }
  Alarm alarm = {.offset = icaldurationtype_as_int(trigger.duration)};
  icalparameter *related = icalproperty_get_first_parameter(property, ICAL_RELATED_PARAMETER);
  alarm.is_related_to_end = related && icalparameter_get_related(related) == ICAL_RELATED_END;
  icalproperty *repeat = icalcomponent_get_first_property(component, ICAL_REPEAT_PROPERTY);
  icalproperty *pause = icalcomponent_get_first_property(component, ICAL_DURATION_PROPERTY);
  if (repeat && pause) {
    alarm.repetitions = icalproperty_get_repeat(repeat);
    alarm.pause = icaldurationtype_as_int(icalproperty_get_duration(pause));
  }
  int least = alarm.offset + (alarm.is_related_to_end ? event->duration : 0);
  int greatest = least + alarm.repetitions * alarm.pause;
  if (least < event->least_offset) event->least_offset = least;
  if (greatest > event->greatest_offset) event->greatest_offset = greatest;
  event->alarms[event->alarm_count++] = alarm;
}

static int read_exclusions(icalcomponent *component, struct icaltimetype *exclusions) {
  int count = 0;
  for (icalproperty *property = icalcomponent_get_first_property(component, ICAL_EXDATE_PROPERTY);
       property && count < MAXIMUM_EXCLUSIONS;
       property = icalcomponent_get_next_property(component, ICAL_EXDATE_PROPERTY))
    exclusions[count++] = icalproperty_get_datetime_with_component(property, component);
  return count;
}

static bool is_excluded(
    const struct icaltimetype *exclusions, int count, struct icaltimetype occurrence) {
  for (int i = 0; i < count; i++)
    if (icaltime_compare(exclusions[i], occurrence) == 0) return true;
  return false;
}

static void count_rule(
    Window *window, const Event *event, icalcomponent *component, struct icaltimetype start,
    struct icalrecurrencetype rule) {
  struct icaltimetype exclusions[MAXIMUM_EXCLUSIONS];
  int exclusion_count = read_exclusions(component, exclusions);
  time_t first = window->from - event->greatest_offset;
  time_t end = window->end - event->least_offset;
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  if (!iterator) return;
  if (window->is_jumped_to && rule.count == 0) {
    struct icaltimetype near =
        icaltime_from_timet_with_zone(first - SECONDS_PER_DAY, start.is_date, start.zone);
    if (icaltime_compare(near, start) > 0) icalrecur_iterator_set_start(iterator, near);
  }
  for (struct icaltimetype occurrence = icalrecur_iterator_next(iterator);
       !icaltime_is_null_time(occurrence); occurrence = icalrecur_iterator_next(iterator)) {
    time_t instant = icaltime_as_timet_with_zone(occurrence, start.zone);
    if (instant >= end) break;
    if (instant < first || is_excluded(exclusions, exclusion_count, occurrence)) continue;
    count_occurrence(window, event, instant);
  }
  icalrecur_iterator_free(iterator);
}

static void count_event(Window *window, icalcomponent *component) {
  Event event = {.duration = icaldurationtype_as_int(icalcomponent_get_duration(component))};
  for (icalcomponent *alarm = icalcomponent_get_first_component(component, ICAL_VALARM_COMPONENT);
       alarm; alarm = icalcomponent_get_next_component(component, ICAL_VALARM_COMPONENT))
    read_alarm(window, &event, alarm);
  struct icaltimetype start = icalcomponent_get_dtstart(component);
  if (event.alarm_count == 0 || icaltime_is_null_time(start)) return;
  icalproperty *rule = icalcomponent_get_first_property(component, ICAL_RRULE_PROPERTY);
  if (rule)
    count_rule(window, &event, component, start, icalproperty_get_rrule(rule));
  else
    count_occurrence(window, &event, icaltime_as_timet_with_zone(start, start.zone));
}

// Returns the bytes of a file with a final NUL; NULL if it can't be read.
static char *read_file(const char *path, size_t size) {
  FILE *file = fopen(path, "rb");
  char *bytes = file ? malloc(size + 1) : NULL;
  if (bytes) bytes[fread(bytes, 1, size, file)] = 0;
  if (file) fclose(file);
  return bytes;
}

static bool count_file(Window *window, const char *path, size_t size) {
  char *bytes = read_file(path, size);
  icalcomponent *calendar = bytes ? icalparser_parse_string(bytes) : NULL;
  free(bytes);
  if (!calendar) return false;
  for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
       event; event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT))
    count_event(window, event);
  icalcomponent_free(calendar);
  return true;
}

static bool count_path(Window *window, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return false;
  if (!S_ISDIR(status.st_mode)) return count_file(window, path, (size_t)status.st_size);
  DIR *directory = opendir(path);
  if (!directory) return false;
  bool is_complete = true;
  for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
    char file[4096];
    if (entry->d_name[0] == '.') continue;
    int length = snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    is_complete &= length > 0 && (size_t)length < sizeof file && count_path(window, file);
  }
  closedir(directory);
  return is_complete;
}

int main(int argument_count, char **arguments) {
  bool is_jumping = argument_count > 4 && strcmp(arguments[1], "jump") == 0;
  if (argument_count < 5 || (!is_jumping && strcmp(arguments[1], "walk") != 0)) {
    fprintf(stderr, "usage: %s walk|jump FROM END PATH...\n", arguments[0]);
    return 64;
  }
  Window window = {
      .from = atoll(arguments[2]), .end = atoll(arguments[3]), .is_jumped_to = is_jumping};
  bool is_complete = true;
  for (int i = 4; i < argument_count; i++) is_complete &= count_path(&window, arguments[i]);
  printf("%ld\n", window.count);
  return is_complete ? 0 : 1;
}
