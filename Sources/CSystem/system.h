#pragma once
// The C library under one name on every system, and what Foundation has no safe way to do: look at
// a file by its path's bytes and tell an error from an absent one, read it without waiting, make a
// file that nobody else has, put one in another's place in one step, take away one directory entry
// without following or descending, and wait with a bound. And what only the whole of Foundation
// has, which takes milliseconds to load: start a program.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/prctl.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Strings end, as Swift passes its own, and a size is that of the bytes before it: so calling
// these is safe.
#define SAFE __attribute__((swift_attr("safe")))

// How many processors this process may run on, at least 1. Foundation reads files of the system for
// it, which takes as long as a small calendar.
SAFE static inline int32_t processorCount(void) {
#ifdef __linux__
  // Its bits are counted here: a module doesn't pass on the macros that do.
  union {
    cpu_set_t set;
    uint64_t words[sizeof(cpu_set_t) / sizeof(uint64_t)];
  } mask = {0};
  if (sched_getaffinity(0, sizeof mask, &mask.set) == 0) {
    int32_t bits = 0;
    for (size_t i = 0; i < sizeof mask.words / sizeof mask.words[0]; i++) {
      bits += __builtin_popcountll(mask.words[i]);
    }
    if (bits > 0) {
      return bits;
    }
  }
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 && count <= INT32_MAX ? (int32_t)count : 1;
}

// What a name stands for. Where the error number isn't 0, nothing else is told.
struct FileFacts {
  int error;
  // Type and permissions, as in stat(2).
  uint32_t mode;
  // Together they tell a file from every other one.
  uint64_t device, inode;
  int64_t size;
  uint32_t owner, group;
  // When the file, or the directory's list of names, was changed last; and the time that it is given
  // as that of its content, which anybody can set.
  int64_t changeSeconds, changeNanoseconds, contentSeconds, contentNanoseconds;
};

static inline struct FileFacts fileFacts(int code, const struct stat *_Nonnull status) {
  struct FileFacts facts = {0};
  if (code != 0) {
    facts.error = errno;
    return facts;
  }
  facts.mode = status->st_mode;
  facts.device = (uint64_t)status->st_dev;
  facts.inode = (uint64_t)status->st_ino;
  facts.size = status->st_size;
  facts.owner = status->st_uid;
  facts.group = status->st_gid;
#ifdef __APPLE__
  facts.changeSeconds = status->st_ctimespec.tv_sec;
  facts.changeNanoseconds = status->st_ctimespec.tv_nsec;
  facts.contentSeconds = status->st_mtimespec.tv_sec;
  facts.contentNanoseconds = status->st_mtimespec.tv_nsec;
#else
  facts.changeSeconds = status->st_ctim.tv_sec;
  facts.changeNanoseconds = status->st_ctim.tv_nsec;
  facts.contentSeconds = status->st_mtim.tv_sec;
  facts.contentNanoseconds = status->st_mtim.tv_nsec;
#endif
  return facts;
}

// Looks at a path.
SAFE static inline struct FileFacts factsOfPath(const char *_Nonnull path, bool followsLink) {
  struct stat status;
  int code = followsLink ? stat(path, &status) : lstat(path, &status);
  return fileFacts(code, &status);
}

// Looks at an open file.
SAFE static inline struct FileFacts factsOfDescriptor(int descriptor) {
  struct stat status;
  return fileFacts(fstat(descriptor, &status), &status);
}

// Makes a file that was not there, without following a link. Returns a descriptor, or an error
// number below zero.
SAFE static inline int createFile(const char *_Nonnull path, uint32_t mode) {
  int descriptor =
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens what is there to be looked at, without waiting for anybody and without following a link.
// Returns a descriptor, or an error number below zero.
SAFE static inline int openToLook(const char *_Nonnull path) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a file to be read, or, where that may be waited for, a pipe or a device. Returns a
// descriptor, or an error number below zero.
SAFE static inline int openToRead(const char *_Nonnull path, bool waits) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a pipe or a device to be written to. Returns a descriptor, or an error number below zero.
SAFE static inline int openToWrite(const char *_Nonnull path) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a file to be read and written, and makes it where it is missing; what is there stays. Returns
// a descriptor, or an error number below zero.
SAFE static inline int openToKeep(const char *_Nonnull path) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, (mode_t)0666);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a file to be written to at its end, and makes it where it is missing. Returns a descriptor,
// or an error number below zero.
SAFE static inline int openToAppend(const char *_Nonnull path) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, (mode_t)0666);
  return descriptor >= 0 ? descriptor : -errno;
}

// Cuts an open file, and goes to its end. Returns 0 or an error number.
SAFE static inline int cutFile(int descriptor, int64_t size) {
  if (ftruncate(descriptor, (off_t)size) != 0) return errno;
  return lseek(descriptor, 0, SEEK_END) >= 0 ? 0 : errno;
}

// Where the next byte goes that is written; below zero where nobody knows, as in a pipe.
SAFE static inline int64_t placeInFile(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_APPEND)) return (int64_t)lseek(descriptor, 0, SEEK_END);
  return (int64_t)lseek(descriptor, 0, SEEK_CUR);
}

// The time in nanoseconds since 1970.
SAFE static inline int64_t timeInNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Gives a file or a directory the time of its content. Returns 0 or an error number.
SAFE static inline int setContentTime(
    const char *_Nonnull path, int64_t seconds, int64_t nanoseconds) {
  struct timespec times[2] = {{0, UTIME_OMIT}, {(time_t)seconds, (long)nanoseconds}};
  return utimensat(AT_FDCWD, path, times, 0) == 0 ? 0 : errno;
}

// Has a descriptor stand for the file of another. Returns 0 or an error number.
SAFE static inline int standFor(int descriptor, int other) {
  return dup2(other, descriptor) >= 0 ? 0 : errno;
}

// Makes a directory. Returns 0 or an error number.
SAFE static inline int makeDirectory(const char *_Nonnull path) {
  return mkdir(path, (mode_t)0777) == 0 ? 0 : errno;
}

// Closes a file. Returns 0 or an error number.
SAFE static inline int closeFile(int descriptor) {
  // After an interruption Linux has closed it all the same.
  return close(descriptor) == 0 || errno == EINTR ? 0 : errno;
}

// Takes the lock of an open file, without waiting. Returns 0 or an error number.
SAFE static inline int lockFile(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

// Shares the lock of an open file with others who share it, or waits for one who has it alone. Returns
// 0 or an error number.
SAFE static inline int shareLock(int descriptor) {
  while (flock(descriptor, LOCK_SH) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Goes to the beginning of a file. Returns 0 or an error number.
SAFE static inline int rewindFile(int descriptor) {
  return lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : errno;
}

// Waits until one of some descriptors can be used as it is asked for; -1 ms is as long as it takes.
// Returns how many can; 0 where a signal came.
SAFE static inline int waitForAny(
    struct pollfd *_Nonnull descriptors, size_t count, int milliseconds) {
  int ready = poll(descriptors, (nfds_t)count, milliseconds);
  return ready > 0 ? ready : 0;
}

// Waits until there is something to read, or its end. Returns whether there is.
SAFE static inline bool waitToRead(int descriptor, int milliseconds) {
  struct pollfd one = {descriptor, POLLIN, 0};
  return poll(&one, 1, milliseconds) > 0;
}

// Waits until one of two descriptors has something to read; below 0 milliseconds, without a bound.
SAFE static inline void waitToReadEither(int first, int second, int milliseconds) {
  struct pollfd both[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  poll(both, 2, milliseconds);
}

// Watches the names in a directory. Returns a descriptor that can be read from once a file was renamed
// to one of them or removed, or an error number below zero.
SAFE static inline int watchNames(const char *_Nonnull path) {
#ifdef __linux__
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return -errno;
  if (inotify_add_watch(descriptor, path, IN_MOVED_TO | IN_DELETE | IN_ONLYDIR) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
#else
  (void)path;
  return -ENOTSUP;
#endif
}

// Reads all there is from a descriptor that doesn't wait, and drops it.
SAFE static inline void drain(int descriptor) {
  uint8_t bytes[4096];
  while (read(descriptor, bytes, sizeof bytes) > 0) {
  }
}

// Waits without a reason to end sooner.
SAFE static inline void waitFor(int milliseconds) { poll(NULL, 0, milliseconds); }

// The columns of the terminal that a descriptor stands for; 0 where it stands for none, or nobody
// knows.
SAFE static inline int terminalColumns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Writes all bytes, also where the other side takes its time. Returns 0 or an error number.
SAFE static inline int writeAll(int descriptor, const uint8_t *_Nonnull bytes, size_t size) {
  while (size > 0) {
    ssize_t count = write(descriptor, bytes, size);
    if (count >= 0) {
      bytes += count;
      size -= (size_t)count;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd one = {descriptor, POLLOUT, 0};
      if (poll(&one, 1, -1) < 0 && errno != EINTR) return errno;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// Reads what is there once, and waits where there is nothing yet. Returns how many bytes were read:
// none at the end, or where it can't be read.
static inline size_t readOnce(int descriptor, uint8_t *_Nonnull bytes, size_t capacity) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, capacity);
  } while (count < 0 && errno == EINTR);
  return count > 0 ? (size_t)count : 0;
}

// Reads what there is without waiting. Returns how many bytes were read, none at the end, or an error
// number below zero: EAGAIN where there is nothing yet.
static inline ssize_t readAvailable(int descriptor, uint8_t *_Nonnull bytes, size_t capacity) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, capacity);
  } while (count < 0 && errno == EINTR);
  return count >= 0 ? count : -errno;
}

// Writes as much as the other side takes without waiting. Returns how many bytes, or an error number
// below zero.
static inline ssize_t writeAvailable(
    int descriptor, const uint8_t *_Nonnull bytes, size_t size) {
  ssize_t count;
  do {
    count = write(descriptor, bytes, size);
  } while (count < 0 && errno == EINTR);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
}

// Reads until there is room for no more bytes, or the file ends. Returns how many were read, or an
// error number below zero.
static inline ssize_t readAll(int descriptor, uint8_t *_Nonnull bytes, size_t capacity) {
  size_t size = 0;
  while (size < capacity) {
    ssize_t count = read(descriptor, bytes + size, capacity - size);
    if (count == 0) break;
    if (count > 0) {
      size += (size_t)count;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return (ssize_t)size;
}

// Reads a part of a file. Returns how many bytes were read, or an error number below zero.
static inline ssize_t readAt(
    int descriptor, uint8_t *_Nonnull bytes, size_t capacity, int64_t place) {
  ssize_t count;
  do {
    count = pread(descriptor, bytes, capacity, (off_t)place);
  } while (count < 0 && errno == EINTR);
  return count >= 0 ? count : -errno;
}

// Opens a directory to be listed. Returns NULL with an error number where it can't be.
static inline DIR *_Nullable openDirectory(const char *_Nonnull path, int *_Nonnull error) {
  DIR *directory = opendir(path);
  *error = directory ? 0 : errno;
  return directory;
}

// The next name in a directory, which lasts until the one after it, and whether the directory itself
// says that it is a file's. Returns NULL at the end, with 0 for an error number, or where the
// directory can't be read.
static inline const char *_Nullable nextName(
    DIR *_Nonnull directory, bool *_Nonnull isFile, int *_Nonnull error) {
  // The end and an error look the same but for the number.
  errno = 0;
  struct dirent *entry = readdir(directory);
  *error = entry ? 0 : errno;
  *isFile = entry && entry->d_type == DT_REG;
  return entry ? entry->d_name : NULL;
}

// Flushes a file to the disk. Returns 0 or an error number; a file system that can't is no error.
SAFE static inline int flushFile(int descriptor) {
  return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

// Flushes everything on the file system of an open file to the disk.
SAFE static inline void flushFileSystem(int descriptor) {
#ifdef __linux__
  syncfs(descriptor);
#else
  (void)descriptor;
  sync();
#endif
}

// Gives a file an owner and permissions, as far as the system lets us. Where it keeps another
// group, that group may do no more than everybody. Returns 0 or an error number.
SAFE static inline int setOwner(int descriptor, uint32_t owner, uint32_t group, uint32_t mode) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return errno;
  bool isOwned = status.st_uid == owner && status.st_gid == group;
  if (!isOwned && fchown(descriptor, owner, group) != 0 && status.st_gid != group &&
      fchown(descriptor, (uid_t)-1, group) != 0) {
    mode = (mode & ~(uint32_t)070) | ((mode & 07) << 3);
  }
  return fchmod(descriptor, (mode_t)mode) == 0 ? 0 : errno;
}

// Renames a file, replacing what has the new name. Returns 0 or an error number.
SAFE static inline int renameFile(const char *_Nonnull from, const char *_Nonnull to) {
  return rename(from, to) == 0 ? 0 : errno;
}

// Removes a file or a link. Returns 0 or an error number.
SAFE static inline int removeFile(const char *_Nonnull path) {
  return unlink(path) == 0 ? 0 : errno;
}

// Removes a directory that is empty. Returns 0 or an error number.
SAFE static inline int removeDirectory(const char *_Nonnull path) {
  return rmdir(path) == 0 ? 0 : errno;
}

// What was there before signals were put off.
struct HeldSignals {
  struct sigaction actions[4];
  sigset_t mask;
};

// The signals with which a user or a system ends a program.
static const int endingSignals[4] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

// The last of them that came while they were put off; 0 for none.
static volatile sig_atomic_t heldSignal = 0;

static inline void noteHeldSignal(int signal) { heldSignal = signal; }

// Puts off the signals with which a user or a system ends a program, whatever thread they come to: a
// mask would hold for the thread that sets it alone. Returns what was there before.
SAFE static inline struct HeldSignals holdEndingSignals(void) {
  struct HeldSignals before;
  struct sigaction noting = {0};
  noting.sa_handler = noteHeldSignal;
  noting.sa_flags = SA_RESTART;
  sigset_t ending;
  sigemptyset(&ending);
  heldSignal = 0;
  for (int number = 0; number < 4; number++) {
    sigaction(endingSignals[number], NULL, &before.actions[number]);
    // One that is passed over stays so, as nohup(1) wants it.
    if (before.actions[number].sa_handler == SIG_IGN) continue;
    sigaction(endingSignals[number], &noting, NULL);
    sigaddset(&ending, endingSignals[number]);
  }
  // A thread that works for others may have them masked; one that comes to it now is noted, too.
  pthread_sigmask(SIG_UNBLOCK, &ending, &before.mask);
  return before;
}

// Lets the signals in again; one that came meanwhile ends the program now.
SAFE static inline void releaseEndingSignals(struct HeldSignals before) {
  for (int number = 0; number < 4; number++) {
    sigaction(endingSignals[number], &before.actions[number], NULL);
  }
  if (heldSignal != 0) raise(heldSignal);
  pthread_sigmask(SIG_SETMASK, &before.mask, NULL);
}

// Has writes fail that would end the program, and keeps the numbers of the standard files from
// being given to others: one that is closed stays one that can't be used.
SAFE static inline void prepareStandardFiles(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) < 0 && errno == EBADF) {
      open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
  }
}

// A program that was started, and the descriptor from which what it writes is read. Where the
// error number isn't 0, none was.
struct StartedProgram {
  int error, output;
  pid_t process;
};

extern char *_Nullable *_Nonnull environ;

// The list of words that stand one behind the other, each with its end; to be freed. NULL where there
// is no memory.
static inline char *_Nullable *_Nullable wordList(const uint8_t *_Nonnull words, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < size; i++) count += words[i] == 0;
  char **list = calloc(count + 1, sizeof *list);
  if (!list) return NULL;
  char *next = (char *)words;
  for (size_t i = 0; i < count; i++, next += strlen(next) + 1) list[i] = next;
  return list;
}

// Starts a program with nothing to read, in a group of its own, so that a terminal's signals are
// ours. Its arguments, its name before them, stand one behind the other, each with its end.
SAFE static inline struct StartedProgram startProgram(
    const char *_Nonnull path, const uint8_t *_Nonnull arguments, size_t size) {
  struct StartedProgram started = {.output = -1};
  char **list = wordList(arguments, size);
  int ends[2];
  if (!list || pipe(ends) != 0) {
    started.error = errno;
    free(list);
    return started;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // One pipe for both: of two, the one that isn't read first could fill up and block.
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  // Those that this program has ignored, see prepareStandardFiles.
  sigaddset(&signals, SIGPIPE);
  sigaddset(&signals, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  started.error = posix_spawn(&started.process, path, &files, &attributes, list, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  free(list);
  close(ends[1]);
  if (started.error == 0) {
    started.output = ends[0];
  } else {
    close(ends[0]);
  }
  return started;
}

// Becomes another program, with its name before its arguments, each with its end, and another standard
// input; below zero, it stays as it is. Returns an error number where it can't.
SAFE static inline int becomeProgram(
    const char *_Nonnull path, const uint8_t *_Nonnull arguments, size_t size, int input) {
  char **list = wordList(arguments, size);
  if (!list) return errno;
  if (input >= 0) dup2(input, STDIN_FILENO);
  // Those that this program has ignored, see prepareStandardFiles.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  // A thread that works for others has nearly all masked, and the other program would have them so for
  // as long as it runs: nobody could end it but by SIGKILL.
  sigset_t signals;
  sigemptyset(&signals);
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
  execv(path, list);
  int error = errno;
  free(list);
  return error;
}

// A worker that was started, and the descriptors of its standard input and output. Where the error
// number isn't 0, none was.
struct StartedWorker {
  int error, input, output;
  pid_t process;
};

// Starts this program again in the same group, with other arguments, its name before them, each with
// its end. Our ends of the pipes don't make us wait; what it says on standard error nobody hears. Where
// it fails it ends at once: what the runtime would start to tell where it was takes seconds, and keeps
// the pipe open.
SAFE static inline struct StartedWorker startWorker(
    const char *_Nonnull path, const uint8_t *_Nonnull arguments, size_t size) {
  struct StartedWorker started = {.input = -1, .output = -1};
  char **list = wordList(arguments, size);
  int ends[4] = {-1, -1, -1, -1};
  if (!list || pipe(ends) != 0 || pipe(ends + 2) != 0) {
    started.error = errno;
    for (int i = 0; i < 4; i++) {
      if (ends[i] >= 0) close(ends[i]);
    }
    free(list);
    return started;
  }
  for (int i = 0; i < 4; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  // Where who started this program ignores it, nobody could tell how a worker has ended.
  signal(SIGCHLD, SIG_DFL);
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[3], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  started.error = posix_spawn(&started.process, path, &files, NULL, list, environ);
  posix_spawn_file_actions_destroy(&files);
  free(list);
  close(ends[0]);
  close(ends[3]);
  if (started.error == 0) {
    started.input = ends[1];
    started.output = ends[2];
    fcntl(started.input, F_SETFL, O_WRONLY | O_NONBLOCK);
    fcntl(started.output, F_SETFL, O_RDONLY | O_NONBLOCK);
  } else {
    close(ends[1]);
    close(ends[2]);
  }
  return started;
}

// How a program that was started has ended, which is waited for: its status, or below zero the number
// of the signal that ended it.
SAFE static inline int waitForEnd(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Names this program in lists of what runs, where it is called after the link that it was started by.
// (PR_SET_NAME names a thread, which need not be the one that is shown.)
SAFE static inline void nameProcess(const char *_Nonnull name) {
#ifdef __linux__
  int file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // Without it the name is another one, and nothing else.
  (void)!write(file, name, strlen(name));
  close(file);
#else
  (void)name;
#endif
}

// Has this program end at once when the one that started it has ended, as far as the system knows how
// to. Returns whether that one, whose number is given, is still there.
SAFE static inline bool endWithParent(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return getppid() == parent;
}

// Bounds the memory that this program may have, and has it leave no image of it where it fails.
SAFE static inline void limitMemory(uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) == 0) {
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > bytes) {
      limit.rlim_cur = (rlim_t)bytes;
      setrlimit(RLIMIT_DATA, &limit);
    }
  }
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

// Has this program end by a signal after some more seconds of the processor's time.
SAFE static inline void limitProcessorTime(uint64_t seconds) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  rlim_t until = (rlim_t)usage.ru_utime.tv_sec + (rlim_t)usage.ru_stime.tv_sec + 2 + seconds;
  if (limit.rlim_max != RLIM_INFINITY && until > limit.rlim_max) until = limit.rlim_max;
  limit.rlim_cur = until;
  setrlimit(RLIMIT_CPU, &limit);
}

// How a program that was started has ended: with its status, or the number of a signal. Returns -1
// while it runs; to be asked no more once it has ended.
SAFE static inline int statusOfEnded(pid_t process) {
  int status;
  pid_t ended = waitpid(process, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return -1;
  if (ended < 0) return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

// Ends this program.
SAFE static inline _Noreturn void endProgram(int status) { exit(status); }
