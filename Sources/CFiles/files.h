#pragma once
// What Foundation has no safe way to do: put one file in another's place in one step, and take
// away one directory entry, whatever it is, without following or descending.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

// Both only read strings that end, as Swift passes its own, so calling them is safe.
#define SAFE __attribute__((swift_attr("safe")))

// Renames a file, replacing what has the new name. Returns 0 or an error number.
SAFE static inline int renameFile(const char *_Nonnull from, const char *_Nonnull to) {
  return rename(from, to) == 0 ? 0 : errno;
}

// Removes a file or a link. Returns 0 or an error number.
SAFE static inline int removeFile(const char *_Nonnull path) {
  return unlink(path) == 0 ? 0 : errno;
}
