#pragma once
// What Swift calls of libFuzzer, which the toolchain links and has no header for.
#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer with the arguments of a command line, as its own main would.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

// Changes bytes in place as libFuzzer does by itself. Returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
