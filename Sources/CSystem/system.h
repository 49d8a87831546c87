#pragma once
// The C library under one name on every system, with wrappers for system calls that Foundation does
// not offer safely. They look up a file by the bytes of its path and distinguish an error from a
// missing file. They read without waiting, create a file exclusively, replace a file in one step,
// remove one directory entry without following links, and wait with a time limit. They also start
// programs, for which only the full Foundation has functions; loading it takes milliseconds.
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
#ifdef __linux__
#include <sys/vfs.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// These functions are safe to call from Swift: strings have a final NUL, as Swift passes them, and
// each size is that of the bytes before it.
#define SAFE __attribute__((swift_attr("safe")))

// The number of processors on which this process may run, at least 1. Foundation reads system files
// for it, which takes as long as compiling a small calendar.
SAFE static inline int32_t processorCount(void) {
#ifdef __linux__
  // Count the bits here, because a module does not export the macros for it.
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

// The properties of a file system entry. If the error number is not 0, the others are not valid.
struct FileFacts {
  int error;
  // The type and the permissions, as in stat(2).
  uint32_t mode;
  // Together they identify a file.
  uint64_t device, inode;
  int64_t size;
  uint32_t owner, group;
  // The number of names of the file.
  uint64_t names;
  // The time of the last change of the file or of the names in a directory, and the modification
  // time of its content, which users can set.
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
  facts.names = (uint64_t)status->st_nlink;
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

// Returns the properties of a path.
SAFE static inline struct FileFacts factsOfPath(const char *_Nonnull path, bool followsLink) {
  struct stat status;
  int code = followsLink ? stat(path, &status) : lstat(path, &status);
  return fileFacts(code, &status);
}

// Returns the properties of an open file.
SAFE static inline struct FileFacts factsOfDescriptor(int descriptor) {
  struct stat status;
  return fileFacts(fstat(descriptor, &status), &status);
}

// Creates a file that must not exist, without following a link. Returns a descriptor or a negative
// error number.
SAFE static inline int createFile(const char *_Nonnull path, uint32_t mode) {
  int descriptor =
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)mode);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens an entry for inspection, without waiting and without following a link. Returns a descriptor
// or a negative error number.
SAFE static inline int openToLook(const char *_Nonnull path) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a file, a pipe or a device for reading. Without `waits`, opening a pipe does not wait for a
// writer. Returns a descriptor or a negative error number.
SAFE static inline int openToRead(const char *_Nonnull path, bool waits) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a pipe or a device for writing. Returns a descriptor or a negative error number.
SAFE static inline int openToWrite(const char *_Nonnull path) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Opens a name in an open directory, or in the working directory (AT_FDCWD), only to look at it and
// to reach entries in it. Without `followsLink`, opens a link itself. Returns a descriptor or a
// negative error number.
SAFE static inline int openEntry(int directory, const char *_Nonnull name, bool followsLink) {
#ifdef __linux__
  // O_PATH, which fcntl.h names only with _GNU_SOURCE.
  int flags = __O_PATH | (followsLink ? 0 : O_NOFOLLOW);
#else
  int flags = O_RDONLY | O_NONBLOCK | (followsLink ? 0 : O_SYMLINK);
#endif
  int descriptor = openat(directory, name, flags | O_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

// Returns whether an open entry is in the file system of processes (proc(5)).
SAFE static inline bool isOfProcesses(int descriptor) {
#ifdef __linux__
  struct statfs system;
  return fstatfs(descriptor, &system) == 0 && system.f_type == 0x9fa0;
#else
  (void)descriptor;
  return false;
#endif
}

// Returns whether a descriptor is that of a pipe with a name in a file system. The pipe of a process
// substitution or of standard input lacks one.
SAFE static inline bool isNamedPipe(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) {
    return false;
  }
#ifdef __linux__
  struct statfs system;
  return fstatfs(descriptor, &system) != 0 || system.f_type != 0x50495045;
#else
  return status.st_dev != 0;
#endif
}

// Makes reading wait for bytes, if a descriptor was opened without waiting. For a pipe with a name,
// waits for the bytes of its first writer. Returns 0 or an error number.
SAFE static inline int waitForInput(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0) {
    return errno;
  }
  if (!isNamedPipe(descriptor)) return 0;
  struct pollfd input = {.fd = descriptor, .events = POLLIN};
  while (poll(&input, 1, -1) < 0) {
    if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

// Opens a file for reading and writing and creates it if it does not exist, without truncating it and
// without following a link. Returns a descriptor or a negative error number.
SAFE static inline int openToKeep(const char *_Nonnull path) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, (mode_t)0666);
  return descriptor >= 0 ? descriptor : -errno;
}

// Truncates an open file and moves to its end. Returns 0 or an error number.
SAFE static inline int cutFile(int descriptor, int64_t size) {
  if (ftruncate(descriptor, (off_t)size) != 0) return errno;
  return lseek(descriptor, 0, SEEK_END) >= 0 ? 0 : errno;
}

// Returns the position of the next write; negative if it is unknown, as in a pipe.
SAFE static inline int64_t placeInFile(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_APPEND)) return (int64_t)lseek(descriptor, 0, SEEK_END);
  return (int64_t)lseek(descriptor, 0, SEEK_CUR);
}

// Returns the time in nanoseconds since 1970-01-01T00:00:00Z.
SAFE static inline int64_t timeInNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Sets the modification time of a file or a directory, without following a link. Returns 0 or an
// error number.
SAFE static inline int setContentTime(
    const char *_Nonnull path, int64_t seconds, int64_t nanoseconds) {
  struct timespec times[2] = {{0, UTIME_OMIT}, {(time_t)seconds, (long)nanoseconds}};
  return utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
}

// Creates a directory in an open one. Returns 0 or an error number.
SAFE static inline int makeDirectoryIn(
    int directory, const char *_Nonnull name, uint32_t mode) {
  return mkdirat(directory, name, (mode_t)mode) == 0 ? 0 : errno;
}

// Closes a file. Returns 0 or an error number.
SAFE static inline int closeFile(int descriptor) {
  // Linux has closed the file even if a signal interrupted the call.
  return close(descriptor) == 0 || errno == EINTR ? 0 : errno;
}

// Takes the exclusive lock of an open file, without waiting. Returns 0 or an error number.
SAFE static inline int lockFile(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
}

// Takes the shared lock of an open file; waits if another process has the exclusive lock. Returns 0
// or an error number.
SAFE static inline int shareLock(int descriptor) {
  while (flock(descriptor, LOCK_SH) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Waits until one of the descriptors is ready for its requested events; -1 ms waits without a
// limit. Returns the number of ready descriptors, or 0 after a timeout or a signal.
SAFE static inline int waitForAny(
    struct pollfd *_Nonnull descriptors, size_t count, int milliseconds) {
  int ready = poll(descriptors, (nfds_t)count, milliseconds);
  return ready > 0 ? ready : 0;
}

// Waits until a read would not block. Returns false after the time limit or a signal.
SAFE static inline bool waitToRead(int descriptor, int milliseconds) {
  struct pollfd one = {descriptor, POLLIN, 0};
  return poll(&one, 1, milliseconds) > 0;
}

// Waits until one of two descriptors is ready for reading; a negative time waits without a limit.
SAFE static inline void waitToReadEither(int first, int second, int milliseconds) {
  struct pollfd both[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  poll(both, 2, milliseconds);
}

// Watches the names in a directory. Returns a descriptor or a negative error number. The descriptor
// becomes readable when a file is renamed into the directory or removed from it.
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

// Reads and drops all available bytes of a nonblocking descriptor.
SAFE static inline void drain(int descriptor) {
  uint8_t bytes[4096];
  while (read(descriptor, bytes, sizeof bytes) > 0) {
  }
}

// Waits for the whole time, except that a signal ends the wait.
SAFE static inline void waitFor(int milliseconds) { poll(NULL, 0, milliseconds); }

// Returns the number of columns of a terminal, or 0 if it is unknown or not a terminal.
SAFE static inline int terminalColumns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Writes all bytes, and waits if the reader is slow. Returns 0 or an error number.
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

// Reads available bytes; does not wait if the descriptor is nonblocking. Returns the number of
// bytes, 0 at the end, or a negative error number. EAGAIN means that no bytes are available yet.
static inline ssize_t readAvailable(int descriptor, uint8_t *_Nonnull bytes, size_t capacity) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, capacity);
  } while (count < 0 && errno == EINTR);
  return count >= 0 ? count : -errno;
}

// Reads until the buffer is full or the file ends. Returns the number of bytes or a negative error
// number.
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

// Reads a part of a file. Returns the number of bytes or a negative error number.
static inline ssize_t readAt(
    int descriptor, uint8_t *_Nonnull bytes, size_t capacity, int64_t place) {
  ssize_t count;
  do {
    count = pread(descriptor, bytes, capacity, (off_t)place);
  } while (count < 0 && errno == EINTR);
  return count >= 0 ? count : -errno;
}

// Opens a directory for listing. Returns NULL and sets an error number if it fails.
static inline DIR *_Nullable openDirectory(const char *_Nonnull path, int *_Nonnull error) {
  DIR *directory = opendir(path);
  *error = directory ? 0 : errno;
  return directory;
}

// Returns the next name in a directory, which is valid until the next call. `isFile` says whether
// the directory stores that it is an ordinary file. Returns NULL at the end with the error number
// 0, or after an error.
static inline const char *_Nullable nextName(
    DIR *_Nonnull directory, bool *_Nonnull isFile, int *_Nonnull error) {
  // NULL means the end or an error; only errno distinguishes them.
  errno = 0;
  struct dirent *entry = readdir(directory);
  *error = entry ? 0 : errno;
  *isFile = entry && entry->d_type == DT_REG;
  return entry ? entry->d_name : NULL;
}

// Flushes a file to the disk. Returns 0 or an error number; 0 if the file system cannot flush.
SAFE static inline int flushFile(int descriptor) {
  return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

// Flushes the file system of an open file to the disk.
SAFE static inline void flushFileSystem(int descriptor) {
#ifdef __linux__
  syncfs(descriptor);
#else
  (void)descriptor;
  sync();
#endif
}

// Sets the owner and the permissions of a file, as far as the system permits. If the file keeps
// another group, that group has only the permissions of other users. Returns 0 or an error number.
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

// Renames a file and replaces a file with the new name. Returns 0 or an error number.
SAFE static inline int renameFile(const char *_Nonnull from, const char *_Nonnull to) {
  return rename(from, to) == 0 ? 0 : errno;
}

// Removes a file or a symbolic link. Returns 0 or an error number.
SAFE static inline int removeFile(const char *_Nonnull path) {
  return unlink(path) == 0 ? 0 : errno;
}

// Removes an empty directory. Returns 0 or an error number.
SAFE static inline int removeDirectory(const char *_Nonnull path) {
  return rmdir(path) == 0 ? 0 : errno;
}

// The signal actions and the mask before signals were deferred.
struct HeldSignals {
  struct sigaction actions[4];
  sigset_t mask;
};

// The signals with which users and the system end a program.
static const int endingSignals[4] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

// The last ending signal that arrived while they were deferred; 0 if none did.
static volatile sig_atomic_t heldSignal = 0;

static inline void noteHeldSignal(int signal) { heldSignal = signal; }

// Returns whether an ending signal arrived while they were deferred.
SAFE static inline bool hasHeldSignal(void) { return heldSignal != 0; }

// Defers the ending signals in all threads; a mask would only affect the thread that sets it.
// Returns the previous state for `releaseEndingSignals`. A nested call keeps a signal that arrived
// before it.
SAFE static inline struct HeldSignals holdEndingSignals(void) {
  struct HeldSignals before;
  struct sigaction noting = {0};
  noting.sa_handler = noteHeldSignal;
  noting.sa_flags = SA_RESTART;
  sigset_t ending;
  sigemptyset(&ending);
  bool isNested = false;
  for (int number = 0; number < 4; number++) {
    sigaction(endingSignals[number], NULL, &before.actions[number]);
    isNested = isNested || before.actions[number].sa_handler == noteHeldSignal;
  }
  if (!isNested) heldSignal = 0;
  for (int number = 0; number < 4; number++) {
    // Ignored signals stay ignored, as nohup(1) requires.
    if (before.actions[number].sa_handler == SIG_IGN) continue;
    sigaction(endingSignals[number], &noting, NULL);
    sigaddset(&ending, endingSignals[number]);
  }
  // A worker thread may have blocked these signals; unblock them so that they are recorded.
  pthread_sigmask(SIG_UNBLOCK, &ending, &before.mask);
  return before;
}

// Restores the ending signals. If one arrived meanwhile, it ends the program now.
SAFE static inline void releaseEndingSignals(struct HeldSignals before) {
  for (int number = 0; number < 4; number++) {
    sigaction(endingSignals[number], &before.actions[number], NULL);
  }
  if (heldSignal != 0) raise(heldSignal);
  pthread_sigmask(SIG_SETMASK, &before.mask, NULL);
}

// Makes writes fail instead of ending the program, and reserves the numbers of the standard files.
// A standard file that is closed stays unusable instead of getting the number of another file.
SAFE static inline void prepareStandardFiles(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) < 0 && errno == EBADF) {
      open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
  }
}

// A program that was started, with a descriptor for reading its output. If the error number is not
// 0, the program was not started.
struct StartedProgram {
  int error, output;
  pid_t process;
};

extern char *_Nullable *_Nonnull environ;

// Returns the list of words in a buffer, each with a final NUL. The caller must free the list.
// Returns NULL if there is not enough memory.
static inline char *_Nullable *_Nullable wordList(const uint8_t *_Nonnull words, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < size; i++) count += words[i] == 0;
  char **list = calloc(count + 1, sizeof *list);
  if (!list) return NULL;
  char *next = (char *)words;
  for (size_t i = 0; i < count; i++, next += strlen(next) + 1) list[i] = next;
  return list;
}

// Opens a pipe whose ends other programs don't inherit. Returns 0 or an error number.
SAFE static inline int openPipe(int *_Nonnull ends) {
#ifdef __linux__
  // Another thread may start a program meanwhile, which would keep an end open.
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

// Replaces the child of a fork by a program, see `startProgram`. Only calls functions that are safe
// after a fork with several threads. Returns if it fails.
static inline void becomeChild(
    const char *_Nonnull path, char *_Nullable *_Nonnull list, int input, int output,
    bool dropsErrors, pid_t parent) {
  if (setpgid(0, 0) != 0) return;
#ifdef __linux__
  if (parent > 0) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
    // The parent may have ended before.
    if (getppid() != parent) _exit(127);
  }
#else
  (void)parent;
#endif
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return;
  if (dup2(input >= 0 ? input : nothing, STDIN_FILENO) < 0) return;
  // Use one pipe for both, because with two pipes the one that is not read first could fill up.
  if (dup2(output, STDOUT_FILENO) < 0) return;
  if (dup2(dropsErrors ? nothing : output, STDERR_FILENO) < 0) return;
  // The signals that this program ignores, see prepareStandardFiles.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  sigset_t signals;
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  execve(path, list, environ);
}

// Starts a program in its own process group, so that the signals of a terminal only reach this
// program. `arguments` is the program's name and its arguments, each with a final NUL. Its standard
// input is `input`, which must fit into a pipe, and its standard error is a part of its output
// unless it is dropped. If `endsWithThis`, the system kills it when the calling thread of this
// program ends, also after SIGKILL.
SAFE static inline struct StartedProgram startProgram(
    const char *_Nonnull path, const uint8_t *_Nonnull arguments, size_t size,
    const uint8_t *_Nonnull input, size_t inputSize, bool dropsErrors, bool endsWithThis) {
  struct StartedProgram started = {.output = -1};
  char **list = wordList(arguments, size);
  int ends[2] = {-1, -1}, inputs[2] = {-1, -1}, failures[2] = {-1, -1};
  started.error = list ? openPipe(ends) : errno;
  if (started.error == 0) started.error = openPipe(failures);
  if (started.error == 0 && inputSize > 0) {
    started.error = openPipe(inputs);
    if (started.error == 0) {
      fcntl(inputs[1], F_SETFL, O_NONBLOCK);
      if (write(inputs[1], input, inputSize) != (ssize_t)inputSize) started.error = E2BIG;
      close(inputs[1]);
    }
  }
  if (started.error == 0) {
    pid_t parent = getpid();
    started.process = fork();
    if (started.process == 0) {
      becomeChild(path, list, inputs[0], ends[1], dropsErrors, endsWithThis ? parent : 0);
      int error = errno;
      (void)!write(failures[1], &error, sizeof error);
      _exit(127);
    }
    if (started.process < 0) started.error = errno;
  }
  free(list);
  if (inputs[0] >= 0) close(inputs[0]);
  if (ends[1] >= 0) close(ends[1]);
  if (failures[1] >= 0) close(failures[1]);
  if (started.error == 0) {
    // The pipe closes without bytes when the program has replaced the child.
    int error = 0;
    ssize_t count;
    do {
      count = read(failures[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof error) {
      started.error = error;
      waitpid(started.process, NULL, 0);
    }
  }
  if (failures[0] >= 0) close(failures[0]);
  if (started.error == 0) {
    started.output = ends[0];
  } else if (ends[0] >= 0) {
    close(ends[0]);
  }
  return started;
}

// Kills a started program, and all programs in its process group.
SAFE static inline void killGroup(pid_t process) {
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
}

// Replaces this program by another one. `arguments` is its name and its arguments, each with a
// final NUL. `input` becomes its standard input unless it is negative. Returns an error number if
// it fails.
SAFE static inline int becomeProgram(
    const char *_Nonnull path, const uint8_t *_Nonnull arguments, size_t size, int input) {
  char **list = wordList(arguments, size);
  if (!list) return errno;
  if (input >= 0) dup2(input, STDIN_FILENO);
  // The signals that this program ignores, see prepareStandardFiles.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  // A worker thread has blocked most signals. The new program would inherit the mask, and only
  // SIGKILL could end it.
  sigset_t signals;
  sigemptyset(&signals);
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
  execv(path, list);
  int error = errno;
  free(list);
  return error;
}

// A worker that was started, with the descriptors of its standard input and output. If the error
// number is not 0, the worker was not started.
struct StartedWorker {
  int error, input, output;
  pid_t process;
};

// Starts this program again in the same group. `arguments` is its name and its arguments, each with
// a final NUL. The worker's standard error is dropped. Backtraces are disabled, because writing one
// takes seconds and keeps the pipe open.
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
  // If SIGCHLD is ignored, as a parent may have set, the status of a worker is lost.
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
  } else {
    close(ends[1]);
    close(ends[2]);
  }
  return started;
}

// Waits for the end of a started program. Returns its exit status, or the negative number of the
// signal that ended it.
SAFE static inline int waitForEnd(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Sets the name of this process in process lists, which otherwise show the link that started it.
// (PR_SET_NAME names a thread, which may not be the main thread.)
SAFE static inline void nameProcess(const char *_Nonnull name) {
#ifdef __linux__
  int file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // If it fails, only the name is different.
  (void)!write(file, name, strlen(name));
  close(file);
#else
  (void)name;
#endif
}

// Ends this program at once when its parent ends, if the system supports it. Returns whether the
// parent, whose number is given, still exists.
SAFE static inline bool endWithParent(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  return getppid() == parent;
}

// Limits the memory of this program and disables core dumps.
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

// Ends this program with a signal after a number of further seconds of processor time.
SAFE static inline void limitProcessorTime(uint64_t seconds) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
  rlim_t until = (rlim_t)usage.ru_utime.tv_sec + (rlim_t)usage.ru_stime.tv_sec + 2 + seconds;
  if (limit.rlim_max != RLIM_INFINITY && until > limit.rlim_max) until = limit.rlim_max;
  limit.rlim_cur = until;
  setrlimit(RLIMIT_CPU, &limit);
}

// Returns the exit status of a started program, or 128 and the number of the signal that ended it, as
// a shell does, or -1 if it still runs. Do not call it again after the program has ended.
SAFE static inline int statusOfEnded(pid_t process) {
  int status;
  pid_t ended = waitpid(process, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return -1;
  if (ended < 0) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Ends this program.
SAFE static inline _Noreturn void endProgram(int status) { exit(status); }
