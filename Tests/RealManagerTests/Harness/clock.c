// Gives programs a simulated clock, which jumps from timer to timer. For LD_PRELOAD.
//
// The file that CLOCK names, DIRECTORY/clock, has three lines of 20 characters, all nanoseconds: the
// offset of the wall clock, the distance that all clocks were moved, and the wall-clock time to move
// to, or 0. Between jumps the clocks run normally. The systemd manager moves the clocks: when it
// waits, and all its children wait too, all clocks jump to its next timer. If another process
// changes the first number, the manager sees a suspend of that length as soon as it waits again.
// DIRECTORY/recorder has the number of a further process that the manager waits for.
//
// A process with the argument --watch is idle while it waits for two files, the bus and changes.
// With one file it waits for an answer from the bus. While it is idle, its name is "waits". The name
// of a process with --play is "plays": the clocks jump although it plays a sound.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { fieldWidth = 20, fieldCount = 3, maximumTimers = 1024 };
enum { wallField, walkedField, targetField };

// systemd arms a timer that never fires to learn that the clock was set.
static const int64_t never = INT64_C(8000000000) * 1000000000;

static char *fields;
static char recorder[4096];
static pid_t manager;
static int isWatcher;
static struct { int clock, flags; int64_t expiry; } timers[maximumTimers];
static int64_t seenWall, seenWalked;

static int64_t field(int index) {
  char text[fieldWidth + 1] = "0";
  if (fields) memcpy(text, fields + index * (fieldWidth + 1), fieldWidth);
  return strtoll(text, NULL, 10);
}

static void setField(int index, int64_t value) {
  char text[fieldWidth + 1];
  snprintf(text, sizeof text, "%020lld", (long long)value);
  memcpy(fields + index * (fieldWidth + 1), text, fieldWidth);
}

static void renameProcess(const char *name);

static void findWatcher(void) {
  char arguments[4096] = "";
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, arguments, sizeof arguments - 1);
  close(file);
  for (char *word = arguments; word < arguments + length; word += strlen(word) + 1) {
    if (strcmp(word, "--watch") == 0) isWatcher = 1;
    if (strcmp(word, "--play") == 0) renameProcess("plays");
  }
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("CLOCK");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory =
      mmap(NULL, fieldCount * (fieldWidth + 1), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) fields = memory;
  snprintf(recorder, sizeof recorder, "%.*s/recorder", (int)(strlen(path) - strlen("/clock")), path);
  seenWall = field(wallField);
  seenWalked = field(walkedField);
  findWatcher();
  char program[256] = "";
  if (readlink("/proc/self/exe", program, sizeof program - 1) > 0) {
    const char *name = strrchr(program, '/');
    // A forked child keeps this value, so that it is recognized as another process.
    if (name && strcmp(name, "/systemd") == 0) manager = getpid();
  }
}

static int64_t nanoseconds(const struct timespec *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static struct timespec timeOf(int64_t value) {
  if (value < 0) value = 0;
  return (struct timespec){value / 1000000000, value % 1000000000};
}

// Returns the offset of a clock: 0 for clocks of processor time.
static int64_t shift(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM: return field(wallField) + field(walkedField);
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return field(walkedField);
    default: return 0;
  }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0) *time = timeOf(nanoseconds(time) + shift(clock));
  return result;
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return nanoseconds(&time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  int64_t value = now(CLOCK_REALTIME);
  time->tv_sec = value / 1000000000;
  time->tv_usec = value % 1000000000 / 1000;
  return 0;
}

time_t time(time_t *result) {
  time_t value = now(CLOCK_REALTIME) / 1000000000;
  if (result) *result = value;
  return value;
}

// Files get the shifted time too, because systemd stores the last trigger of a persistent timer as
// a file time.
static int setFileTimes(
    int directory, const char *path, const struct timespec given[2], int flags) {
  struct timespec times[2];
  for (int index = 0; index < 2; index++) {
    if (given && given[index].tv_nsec != UTIME_NOW) times[index] = given[index];
    else clock_gettime(CLOCK_REALTIME, &times[index]);
  }
  return syscall(SYS_utimensat, directory, path, times, flags);
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
  return setFileTimes(directory, path, times, flags);
}

int futimens(int file, const struct timespec times[2]) {
  return setFileTimes(file, NULL, times, 0);
}

int timerfd_create(int clock, int flags) {
  int timer = syscall(SYS_timerfd_create, clock, flags);
  if (timer >= 0 && timer < maximumTimers) {
    timers[timer].clock = clock;
    timers[timer].expiry = 0;
    timers[timer].flags = 0;
  }
  return timer;
}

int timerfd_settime(
    int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  struct itimerspec shifted = *value;
  int64_t expiry = nanoseconds(&value->it_value);
  if (timer >= 0 && timer < maximumTimers) {
    timers[timer].expiry = 0;
    timers[timer].flags = flags;
    if (expiry > 0 && value->it_value.tv_sec < never / 1000000000) {
      if (flags & TFD_TIMER_ABSTIME) {
        int64_t real = expiry - shift(timers[timer].clock);
        // Zero would disarm the timer. A past time fires at once.
        shifted.it_value = timeOf(real > 1 ? real : 1);
      } else {
        expiry += now(timers[timer].clock);
      }
      timers[timer].expiry = expiry;
      timers[timer].flags = flags | TFD_TIMER_ABSTIME;
    }
  }
  return syscall(SYS_timerfd_settime, timer, flags, &shifted, old);
}

static int waitForEvents(int queue, struct epoll_event *events, int count, int milliseconds) {
  return syscall(SYS_epoll_pwait, queue, events, count, milliseconds, NULL, 8);
}

// Renames the process from any of its threads.
static void renameProcess(const char *name) {
  int file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, name, strlen(name)) < 0) abort();
  close(file);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  // The kernel writes the remaining time into it.
  struct timespec left = timeout ? *timeout : (struct timespec){0, 0};
  int isIdle = isWatcher && count == 2;
  if (isIdle) renameProcess("waits");
  int result = syscall(SYS_ppoll, files, count, timeout ? &left : NULL, mask, 8);
  int code = errno;
  if (isIdle) renameProcess("watches");
  errno = code;
  return result;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  struct timespec timeout = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return ppoll(files, count, milliseconds < 0 ? NULL : &timeout, NULL);
}

// Arms all timers again after a change of the clocks.
static void rearm(void) {
  for (int timer = 0; timer < maximumTimers; timer++) {
    if (!timers[timer].expiry) continue;
    struct itimerspec value = {.it_value = timeOf(timers[timer].expiry)};
    timerfd_settime(timer, timers[timer].flags, &value, NULL);
  }
  seenWall = field(wallField);
  seenWalked = field(walkedField);
}

// Arms all timers again if another process has changed the clocks.
static void follow(void) {
  if (!manager || getpid() != manager) return;
  int isWallChanged = field(wallField) != seenWall;
  if (!isWallChanged && field(walkedField) == seenWalked) return;
  rearm();
  if (!isWallChanged) return;
  // At a resume the kernel wakes waiters with TFD_TIMER_CANCEL_ON_SET.
  for (int timer = 0; timer < maximumTimers; timer++) {
    if (timers[timer].expiry || !(timers[timer].flags & TFD_TIMER_CANCEL_ON_SET)) continue;
    struct itimerspec value = {.it_value = {.tv_nsec = 1}};
    syscall(SYS_timerfd_settime, timer, 0, &value, NULL);
    timers[timer].flags = 0;
  }
}

// Reads the name and the state of a process or a thread.
static void look(const char *path, char name[32], char *state) {
  char line[512];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, line, sizeof line - 1);
  close(file);
  line[length > 0 ? length : 0] = 0;
  sscanf(line, "%*d (%31[^)]) %c", name, state);
}

// Whether a child only waits: the bus, an idle watcher or a sound.
static int waits(int child) {
  char path[64], name[32] = "", state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", child);
  look(path, name, &state);
  if (strcmp(name, "waits") != 0) {
    return strcmp(name, "dbus-daemon") == 0 || strcmp(name, "plays") == 0;
  }
  snprintf(path, sizeof path, "/proc/%d/task", child);
  DIR *threads = opendir(path);
  int isAsleep = threads != NULL;
  struct dirent *thread;
  // An event makes the waiting thread runnable before the thread renames the process.
  while (isAsleep && (thread = readdir(threads))) {
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", child, thread->d_name);
    look(path, name, &state);
    isAsleep = state == 'S';
  }
  if (threads) closedir(threads);
  return isAsleep;
}

// Whether a child of the manager is busy.
static int hasBusyChildren(void) {
  siginfo_t child;
  child.si_pid = 0;
  if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0) return errno != ECHILD;
  // The manager hasn't reaped this child yet.
  if (child.si_pid != 0) return 1;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  FILE *children = fopen(path, "re");
  if (!children) return 1;
  int number, isBusy = 0;
  while (!isBusy && fscanf(children, "%d", &number) == 1) isBusy = !waits(number);
  fclose(children);
  return isBusy;
}

// Whether the process that records notifications has some to read.
//
// It is no child of the manager, and notes the time at which it reads them.
static int isRecorderBusy(void) {
  FILE *file = fopen(recorder, "re");
  if (!file) return 0;
  int process = 0;
  int isKnown = fscanf(file, "%d", &process) == 1;
  fclose(file);
  char path[64], name[32] = "", state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  if (isKnown) look(path, name, &state);
  return state == 'R' || state == 'D';
}

// Jumps to the next timer if nothing else is going on. Otherwise returns the number of events.
static int walk(int queue, struct epoll_event *events, int count) {
  follow();
  if (!manager || getpid() != manager || field(targetField) == 0) return 0;
  int ready = waitForEvents(queue, events, count, 1);
  if (ready != 0) return ready;
  if (hasBusyChildren() || isRecorderBusy()) return 0;
  int64_t jump = field(targetField) - now(CLOCK_REALTIME);
  int isEnd = 1;
  for (int timer = 0; timer < maximumTimers; timer++) {
    if (!timers[timer].expiry) continue;
    int64_t distance = timers[timer].expiry - now(timers[timer].clock);
    if (distance <= 0) {
      // The timer has fired and wasn't armed again.
      timers[timer].expiry = 0;
    } else if (distance < jump) {
      jump = distance;
      isEnd = 0;
    }
  }
  if (jump > 0) setField(walkedField, field(walkedField) + jump);
  rearm();
  if (isEnd) setField(targetField, 0);
  return 0;
}

int epoll_wait(int queue, struct epoll_event *events, int count, int milliseconds) {
  int ready = milliseconds == 0 ? 0 : walk(queue, events, count);
  return ready ? ready : waitForEvents(queue, events, count, milliseconds);
}

int epoll_pwait2(
    int queue, struct epoll_event *events, int count, const struct timespec *timeout,
    const sigset_t *signals) {
  int ready = timeout && nanoseconds(timeout) == 0 ? 0 : walk(queue, events, count);
  return ready ? ready
               : syscall(SYS_epoll_pwait2, queue, events, count, timeout, signals, 8);
}

// sway refuses to start if it can become root. No other program here calls these.
int setuid(uid_t user) {
  (void)user;
  errno = EPERM;
  return -1;
}

int setgid(gid_t group) {
  (void)group;
  errno = EPERM;
  return -1;
}
